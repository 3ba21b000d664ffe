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
        const platform::Link* link = task.link(send.from, send.to);
        return link != nullptr && link->plogp;
    });
}

/// One way of all segments, over some trees and with some flows on their links.
struct Way {
    std::string order;  ///< what made the trees
    ClusterTrees trees;
    std::vector<plan::ClusterSend> links;  ///< links_of() the trees
    FlowsOfLinks flows;
};

/// A way with one strategy inside the clusters, and what that takes at least.
class WayAndInside {
public:
    WayAndInside(const Task& task, const Way& way, const strategy::TunedStrategy& strategy)
        : task_(&task), way_(&way), strategy_(&strategy) {
        for (const Bytes segment : pipeline_segments(task)) {
            const Seconds time = least_in(segment);
            least_in_.emplace_back(segment, time);
            least_ = std::min(least_, time);
        }
    }

    /// Whatever the size of segments.
    [[nodiscard]] Seconds least() const { return least_; }

    /// In the segments that suit it, of those that may take less than `enough`.
    [[nodiscard]] std::optional<TreeCandidate> candidate(Seconds enough) const {
        return best_segmented(*task_, way_->links, [&](Bytes segment) -> std::optional<plan::Tree> {
            const auto least = std::ranges::find(least_in_, segment, &std::pair<Bytes, Seconds>::first);
            if (least->second >= enough) {
                return std::nullopt;
            }
            plan::Tree tree = tree_in(segment);
            tree.period = period_of(*task_, way_->trees, segment, tree.local, way_->flows);
            return tree.period.empty() ? std::nullopt : std::optional(std::move(tree));
        });
    }

private:
    /// Without its period.
    [[nodiscard]] plan::Tree tree_in(Bytes segment) const {
        plan::Tree tree;
        tree.shape = plan::Shape::kTrees;
        tree.root = task_->request.root;
        tree.message = task_->request.message;
        tree.block = segment;
        tree.order = way_->order;
        tree.local = inside_clusters(*task_, *strategy_, segment);
        return tree;
    }

    [[nodiscard]] Seconds least_in(Bytes segment) const {
        return task_->least_over(
            way_->trees, tree_in(segment),
            way_->flows.empty() ? PipelineTimes::InTheWay::kEverything : PipelineTimes::InTheWay::kWhatFlowsShare);
    }

    const Task* task_;
    const Way* way_;
    const strategy::TunedStrategy* strategy_;
    std::vector<std::pair<Bytes, Seconds>> least_in_;  ///< [size of segments]
    Seconds least_ = Seconds::infinity();
};

/// The first that there is, and those that can be among the best and take less than `enough`. What they take at least
/// is known cluster by cluster.
std::vector<TreeCandidate> best_over(const Task& task, const std::vector<Way>& ways, Seconds enough) {
    const std::vector<strategy::TunedStrategy> strategies = pipeline_strategies(task);
    std::vector<WayAndInside> all;
    for (const Way& way : ways) {
        for (const strategy::TunedStrategy& strategy : strategies) {
            all.emplace_back(task, way, strategy);
        }
    }
    std::ranges::stable_sort(all, {}, &WayAndInside::least);
    std::vector<TreeCandidate> result;
    std::vector<Seconds> best;  // ascending
    for (const WayAndInside& one : all) {
        if (best.size() == policy::kMostTrees) {
            enough = std::min(enough, best.back());
        }
        const Seconds limit = result.empty() ? Seconds::infinity() : enough;
        if (one.least() >= limit) {
            break;
        }
        if (std::optional<TreeCandidate> candidate = one.candidate(limit)) {
            best.insert(std::upper_bound(best.begin(), best.end(), candidate->time), candidate->time);
            best.resize(std::min(best.size(), policy::kMostTrees));
            result.push_back(std::move(*candidate));
        }
    }
    return result;
}

/// The links that one flow does not fill, with the flows that do.
FlowsOfLinks flows_needed(const Task& task, const std::vector<plan::ClusterSend>& links) {
    FlowsOfLinks result;
    for (const plan::ClusterSend& send : links) {
        const platform::Link& link = *task.link(send.from, send.to);
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

std::vector<TreeCandidate> tree_candidates(const Task& task, Seconds known) {
    std::vector<Way> ways;
    const auto with_flows = [&](const std::string& order, const ClusterTrees& trees,
                                const std::vector<plan::ClusterSend>& links) -> std::optional<Way> {
        FlowsOfLinks flows = flows_needed(task, links);
        if (flows.empty() || !task.request.several_coordinators) {
            return std::nullopt;
        }
        return Way{order, dealt_out(trees, flows), links, std::move(flows)};
    };
    for (const ClusterTrees& trees : worth_a_look(task.request.trees, task.request.message, known)) {
        const std::vector<plan::ClusterSend> links = links_of(trees);
        if (task.request.heuristic == nullptr && are_known(task, links)) {
            ways.push_back({"packing", trees, links, {}});
            if (std::optional<Way> way = with_flows("packing", trees, links)) {
                ways.push_back(std::move(*way));
            }
        }
    }
    const bool has_limited_flows =
        std::any_of(task.platform.links.begin(), task.platform.links.end(),
                    [](const platform::Link& link) { return link.per_flow_limit && link.shared_capacity; });
    if (has_limited_flows) {
        for (const ClusterOrder& order : cluster_orders(task)) {
            if (std::optional<Way> way = with_flows(order.name, {{1, order.sends}}, order.sends)) {
                ways.push_back(std::move(*way));
            }
        }
    }
    return best_over(task, ways, policy::kWorthALook * known);
}

namespace {

void offer_several_trees_at_once(Search& search, const Scheme* scheme) {
    const Task& task = search.task();
    if (task.groups.size() == 1 || task.request.in_rank_order) {  // each tree has an order of its own
        return;
    }
    std::vector<TreeCandidate> all = tree_candidates(search.down(), search.least());
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
