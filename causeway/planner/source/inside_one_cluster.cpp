/// Broadcasts inside one cluster: each strategy between its hosts.
///
/// Source: Steffenel 2006, section 4, of the strategies; the order of unlike hosts: Lastovetsky, Mkwawa and O'Flynn.
#include "causeway/planner/source/source.hpp"
#include "causeway/planner/unequal_members.hpp"

#include <utility>

namespace causeway::planner {

using scheme::Operation;
using scheme::Scheme;
using scheme::Trees;

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

namespace {

void offer_inside_one_cluster(Search& search, const Scheme* scheme) {
    if (scheme->operation == Operation::kBroadcast && search.task().groups.size() == 1) {
        search.offer_broadcasts(one_cluster_candidates(search.task()));
    }
}

}  // namespace

extern constexpr Source inside_one_cluster{
    .name = "inside_one_cluster",
    .summary = "a broadcast by each strategy between the hosts of one cluster",
    .source = "Steffenel 2006, section 4",
    .trees = Trees::kWhole,
    .offer = offer_inside_one_cluster,
};

}  // namespace causeway::planner
