/// Trees of processes in one cluster.
#include "causeway/planner/candidates.hpp"
#include "causeway/planner/unequal_members.hpp"

namespace causeway::planner {

std::vector<TreeCandidate> one_cluster_candidates(const Task& task) {
    std::vector<TreeCandidate> result;
    const plan::ClusterGroup& group = task.groups.front();
    const platform::Plogp* plogp = task.between_members(group);
    if (plogp == nullptr) {
        return result;
    }
    const int processes = static_cast<int>(group.members().size());
    for (LocalPrediction one : task.predictions(*plogp, processes)) {
        plan::Tree tree;
        tree.shape = plan::Shape::kTwoLevel;
        if (one.segment > kLargestWholeMessage && one.tuned.strategy->has_segments()) {
            one = predict(one.tuned, *plogp, processes, task.request.message, kLargestWholeMessage);
        } else if (task.request.message > kLargestWholeMessage && !one.tuned.strategy->has_segments()) {
            // What does not cut has to, somehow: piece after piece.
            tree.shape = plan::Shape::kPipeline;
            one.segment = task.forced_segment().value_or(kLargestWholeMessage);
        }
        tree.root = task.request.root;
        tree.message = task.request.message;
        tree.block = one.segment;
        tree.local.push_back({group.cluster, one.tuned, task.within_host(group, one.segment).tuned, one.segment});
        result.push_back({std::move(tree), one.time});
    }
    return with_members_in_order(task, std::move(result));
}

}  // namespace causeway::planner
