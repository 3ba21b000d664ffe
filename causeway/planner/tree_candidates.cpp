#include "causeway/planner/candidates.hpp"
#include "causeway/planner/period.hpp"
#include "causeway/planner/pipeline_parts.hpp"

#include <algorithm>
#include <utility>

namespace causeway::planner {

namespace {

/// Every link that a segment may cross, once.
std::vector<plan::ClusterSend> links_of(const ClusterTrees& trees) {
    std::vector<plan::ClusterSend> links;
    for (const plan::ClusterTree& tree : trees) {
        for (const plan::ClusterSend& send : tree.sends) {
            if (std::find(links.begin(), links.end(), send) == links.end()) {
                links.push_back(send);
            }
        }
    }
    return links;
}

bool are_known(const Task& task, const std::vector<plan::ClusterSend>& links) {
    return std::all_of(links.begin(), links.end(), [&](const plan::ClusterSend& send) {
        const platform::Link* link = task.platform.find_link(send.from, send.to);
        return link != nullptr && link->plogp;
    });
}

std::optional<plan::Plan> plan_over(const Task& task, const ClusterTrees& trees,
                                    const strategy::TunedStrategy& strategy, Bytes segment) {
    plan::Plan plan;
    plan.shape = plan::Shape::kTrees;
    plan.root = task.request.root;
    plan.message = task.request.message;
    plan.block = segment;
    plan.order = "packing";
    plan.local = inside_clusters(task, strategy, segment);
    plan.period = period_of(task, trees, segment, plan.local);
    return plan.period.empty() ? std::nullopt : std::optional(std::move(plan));
}

}  // namespace

std::vector<Candidate> tree_candidates(const Task& task) {
    std::vector<Candidate> result;
    const std::vector<strategy::TunedStrategy> strategies = pipeline_strategies(task);
    for (const ClusterTrees& trees : task.request.trees) {
        const std::vector<plan::ClusterSend> links = links_of(trees);
        if (!are_known(task, links)) {
            continue;
        }
        for (const strategy::TunedStrategy& strategy : strategies) {
            std::optional<Candidate> candidate =
                best_segmented(task, links, [&](Bytes segment) { return plan_over(task, trees, strategy, segment); });
            if (candidate) {
                result.push_back(std::move(*candidate));
            }
        }
    }
    return result;
}

}  // namespace causeway::planner
