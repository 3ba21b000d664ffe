#include "causeway/several_trees/plan_over_trees.hpp"

#include "causeway/several_trees/packed_trees.hpp"

#include <algorithm>
#include <utility>

namespace causeway::several_trees {

namespace {

/// What the planner calls the order of clusters in the trees that it is given.
constexpr std::string_view kProposed = "packing";

int first_rank_of(const platform::Placement& placement, int cluster) {
    int rank = 0;
    while (placement.cluster_of(rank) != cluster) {
        ++rank;
    }
    return rank;
}

}  // namespace

std::optional<planner::Candidate> plan_over_trees(const platform::Platform& platform,
                                                  const platform::Placement& placement, const ClusterGraph& clusters,
                                                  scheme::Operation operation, int source, Bytes message,
                                                  const steady_state::Packing& packing, const std::string& order) {
    if (clusters.graph.num_nodes() < 2) {
        return std::nullopt;
    }
    planner::Request request;
    request.operation = operation;
    request.root = first_rank_of(placement, clusters.clusters[static_cast<std::size_t>(source)]);
    request.message = message;
    ClusterGraph from_source_on = clusters;
    if (scheme::comes_up(operation)) {
        from_source_on.graph = graph::reversed(std::move(from_source_on.graph));
    }
    request.trees = {{in_periods(from_source_on, packing)}};
    if (operation == scheme::Operation::kReduce) {
        request.forced = planner::parse_forced("reduce_over_several_trees", operation, "plan over trees");
    }
    const planner::Decision decision = planner::decide(platform, placement, request);
    const auto found = std::find_if(decision.ranking.begin(), decision.ranking.end(), [](const auto& one) {
        return !one.plan.trees.empty() && one.plan.trees.front().order == kProposed;
    });
    if (found == decision.ranking.end()) {
        return std::nullopt;
    }
    planner::Candidate candidate = *found;
    for (plan::Tree& tree : candidate.plan.trees) {
        tree.order = order;
    }
    plan::verify(candidate.plan, placement);
    return candidate;
}

}  // namespace causeway::several_trees
