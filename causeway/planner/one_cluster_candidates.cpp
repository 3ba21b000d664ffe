#include "causeway/planner/candidates.hpp"
#include "causeway/planner/unequal_members.hpp"

namespace causeway::planner {

std::vector<Candidate> one_cluster_candidates(const Task& task) {
    std::vector<Candidate> result;
    const plan::ClusterGroup& group = task.groups.front();
    const platform::Plogp* plogp = task.between_members(group);
    if (plogp == nullptr) {
        return result;
    }
    const int processes = static_cast<int>(group.members().size());
    for (LocalPrediction one : task.predictions(*plogp, processes)) {
        plan::Plan plan;
        plan.shape = plan::Shape::kTwoLevel;
        if (one.segment > kLargestWholeMessage && one.tuned.strategy->has_segments()) {
            one = predict(one.tuned, *plogp, processes, task.request.message, kLargestWholeMessage);
        } else if (task.request.message > kLargestWholeMessage && !one.tuned.strategy->has_segments()) {
            // What does not cut has to, somehow: piece after piece.
            plan.shape = plan::Shape::kPipeline;
            one.segment = task.forced_segment().value_or(kLargestWholeMessage);
        }
        plan.root = task.request.root;
        plan.message = task.request.message;
        plan.block = one.segment;
        plan.local.push_back({group.cluster, one.tuned, task.within_host(group, one.segment).tuned, one.segment});
        result.push_back({std::move(plan), one.time});
    }
    return with_members_in_order(task, std::move(result));
}

}  // namespace causeway::planner
