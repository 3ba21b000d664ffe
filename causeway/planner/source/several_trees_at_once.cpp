/// Trees by which segments go several ways through the clusters at once, or over several flows of a link: several trees
/// and several coordinators.
///
/// Source: Beaumont, Marchal and Robert, section 4, of several trees; section 2 of docs/models.md, of flows.
#include "causeway/planner/cluster_orders.hpp"
#include "causeway/planner/period.hpp"
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/promising_trees.hpp"
#include "causeway/planner/source/source.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/platform/flows.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace causeway::planner {

namespace {

using scheme::Operation;
using scheme::Scheme;
using scheme::Trees;

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
        const platform::Link* link = task.links(send.from, send.to);
        return link != nullptr && link->plogp;
    });
}

/// One way of all segments, over some trees and with some flows on their links.
struct Way {
    std::string order;  ///< what made the trees
    ClusterTrees trees;
    FlowsOfLinks flows;
};

std::optional<plan::Tree> tree_over(const Task& task, const Way& way, const strategy::TunedStrategy& strategy,
                                    Bytes segment) {
    plan::Tree tree;
    tree.shape = plan::Shape::kTrees;
    tree.root = task.request.root;
    tree.message = task.request.message;
    tree.block = segment;
    tree.order = way.order;
    tree.local = inside_clusters(task, strategy, segment);
    tree.period = period_of(task, way.trees, segment, tree.local, way.flows);
    return tree.period.empty() ? std::nullopt : std::optional(std::move(tree));
}

/// With each strategy, in the segments that suit it.
std::vector<TreeCandidate> candidates_over(const Task& task, const Way& way,
                                           const std::vector<strategy::TunedStrategy>& strategies) {
    std::vector<TreeCandidate> result;
    const std::vector<plan::ClusterSend> links = links_of(way.trees);
    for (const strategy::TunedStrategy& strategy : strategies) {
        std::optional<TreeCandidate> candidate =
            best_segmented(task, links, [&](Bytes segment) { return tree_over(task, way, strategy, segment); });
        if (candidate) {
            result.push_back(std::move(*candidate));
        }
    }
    return result;
}

/// The links that one flow does not fill, with the flows that do.
FlowsOfLinks flows_needed(const Task& task, const std::vector<plan::ClusterSend>& links) {
    FlowsOfLinks result;
    for (const plan::ClusterSend& send : links) {
        const platform::Link& link = *task.links(send.from, send.to);
        const Seconds gap = link.plogp->gap_of(policy::kTypicalSegment);
        const BytesPerSecond one_flow(gap > Seconds(0.0)
                                          ? static_cast<double>(policy::kTypicalSegment.value()) / gap.value()
                                          : std::numeric_limits<double>::infinity());
        const int flows =
            platform::flows_that_fill(link, one_flow, static_cast<int>(task.group_of(send.from).hosts.size()),
                                      static_cast<int>(task.group_of(send.to).hosts.size()));
        if (flows > 1) {
            result[{send.from, send.to}] = flows;
        }
    }
    return result;
}

/// The trees with so many times their segments in every period that the flows of each link carry about equal parts.
ClusterTrees dealt_out(const ClusterTrees& trees, const FlowsOfLinks& flows) {
    FlowsOfLinks crossings;
    int segments = 0;
    for (const plan::ClusterTree& tree : trees) {
        segments += tree.segments;
        for (const plan::ClusterSend& send : tree.sends) {
            crossings[{send.from, send.to}] += tree.segments;
        }
    }
    // How much more than its equal part the busiest flow of any link carries.
    const auto worst_excess = [&](int times) {
        double worst = 1.0;
        for (const auto& [link, count] : flows) {
            const int crossed = times * crossings.at(link);
            worst = std::max(worst, static_cast<double>((crossed + count - 1) / count * count) / crossed);
        }
        return worst;
    };
    int best = 1;
    for (int times = 2; times * segments <= policy::kLongestPeriod; ++times) {
        if (worst_excess(times) < worst_excess(best)) {
            best = times;
        }
    }
    ClusterTrees result = trees;
    for (plan::ClusterTree& tree : result) {
        tree.segments *= best;
    }
    return result;
}

}  // namespace

std::vector<TreeCandidate> tree_candidates(const Task& task) {
    std::vector<TreeCandidate> result;
    const std::vector<strategy::TunedStrategy> strategies = pipeline_strategies(task);
    const auto add = [&](const Way& way) {
        std::vector<TreeCandidate> candidates = candidates_over(task, way, strategies);
        std::move(candidates.begin(), candidates.end(), std::back_inserter(result));
    };
    const auto add_with_flows = [&](const std::string& order, const ClusterTrees& trees) {
        const FlowsOfLinks flows = flows_needed(task, links_of(trees));
        if (!flows.empty() && task.request.several_coordinators) {
            add({order, dealt_out(trees, flows), flows});
        }
    };
    for (const ClusterTrees& trees : worth_a_look(task.request.trees, task.request.message)) {
        if (task.request.heuristic == nullptr && are_known(task, links_of(trees))) {
            add({"packing", trees, {}});
            add_with_flows("packing", trees);
        }
    }
    const bool has_limited_flows =
        std::any_of(task.platform.links.begin(), task.platform.links.end(),
                    [](const platform::Link& link) { return link.per_flow_limit && link.shared_capacity; });
    if (has_limited_flows) {
        for (const ClusterOrder& order : cluster_orders(task)) {
            add_with_flows(order.name, {{1, order.sends}});
        }
    }
    return result;
}

namespace {

void offer_several_trees_at_once(Search& search, const Scheme* scheme) {
    const Task& task = search.task();
    if (task.groups.size() == 1 || task.request.in_rank_order) {  // each tree has an order of its own
        return;
    }
    std::vector<TreeCandidate> all = tree_candidates(search.down());
    if (scheme->operation == Operation::kBroadcast) {
        search.offer_broadcasts(std::move(all));
        return;
    }
    all = best_first(std::move(all));
    for (std::size_t i = 0; i < std::min(policy::kMostTrees, all.size()); ++i) {
        search.offer_in_blocks(plan_over(search.task(), *scheme, {std::move(all[i].tree)}));
    }
}

}  // namespace

extern constexpr Source several_trees_at_once{
    .name = "several_trees_at_once",
    .summary = "all data over several trees at once that were proposed, or with several coordinators",
    .source = "Beaumont, Marchal and Robert, section 4",
    .trees = Trees::kWhole,
    .offer = offer_several_trees_at_once,
};

}  // namespace causeway::planner
