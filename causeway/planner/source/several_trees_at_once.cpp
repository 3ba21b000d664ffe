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
    std::vector<plan::ClusterSend> links;  ///< links_of() the trees
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

/// With the strategy inside clusters, in the segments that suit it.
std::optional<TreeCandidate> candidate_over(const Task& task, const Way& way, const strategy::TunedStrategy& strategy) {
    return best_segmented(task, way.links, [&](Bytes segment) { return tree_over(task, way, strategy, segment); });
}

/// Over one tree with several flows on its links, and what that takes at least.
class WithFlows {
public:
    WithFlows(const Task& task, const Way& way, const strategy::TunedStrategy& strategy)
        : task_(&task), way_(&way), strategy_(&strategy) {
        for (const Bytes segment : pipeline_segments(task)) {
            least_ = std::min(least_, least_in(segment));
        }
    }

    /// Whatever the size of segments.
    [[nodiscard]] Seconds least() const { return least_; }

    /// In the segments that suit it, of those that may take less than `enough`.
    [[nodiscard]] std::optional<TreeCandidate> candidate(Seconds enough) const {
        return best_segmented(*task_, way_->links, [&](Bytes segment) {
            return least_in(segment) < enough ? tree_over(*task_, *way_, *strategy_, segment) : std::nullopt;
        });
    }

private:
    [[nodiscard]] Seconds least_in(Bytes segment) const {
        plan::Tree tree;
        tree.shape = plan::Shape::kPipeline;
        tree.root = task_->request.root;
        tree.message = task_->request.message;
        tree.block = segment;
        tree.cluster_sends = way_->trees.front().sends;
        tree.local = inside_clusters(*task_, *strategy_, segment);
        return task_->least_with_flows(tree, way_->trees.front().segments);
    }

    const Task* task_;
    const Way* way_;
    const strategy::TunedStrategy* strategy_;
    Seconds least_ = Seconds::infinity();
};

/// Over single trees with several flows on their links: those that can be among the best. What they take at least is
/// known cluster by cluster; what they take, by a look at all processes.
std::vector<TreeCandidate> best_with_flows(const Task& task, const std::vector<Way>& ways,
                                           const std::vector<strategy::TunedStrategy>& strategies) {
    std::vector<WithFlows> all;
    for (const Way& way : ways) {
        for (const strategy::TunedStrategy& strategy : strategies) {
            all.emplace_back(task, way, strategy);
        }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const WithFlows& a, const WithFlows& b) { return a.least() < b.least(); });
    std::vector<TreeCandidate> result;
    std::vector<Seconds> best;  // ascending
    for (const WithFlows& one : all) {
        const Seconds enough = best.size() < policy::kMostTrees ? Seconds::infinity() : best.back();
        if (one.least() >= enough) {
            break;
        }
        if (std::optional<TreeCandidate> candidate = one.candidate(enough)) {
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

std::vector<TreeCandidate> tree_candidates(const Task& task, Seconds known) {
    std::vector<TreeCandidate> result;
    const std::vector<strategy::TunedStrategy> strategies = pipeline_strategies(task);
    const auto add = [&](const Way& way) {
        for (const strategy::TunedStrategy& strategy : strategies) {
            if (std::optional<TreeCandidate> candidate = candidate_over(task, way, strategy)) {
                result.push_back(std::move(*candidate));
            }
        }
    };
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
            add({"packing", trees, links, {}});
            if (const std::optional<Way> way = with_flows("packing", trees, links)) {
                add(*way);
            }
        }
    }
    const bool has_limited_flows =
        std::any_of(task.platform.links.begin(), task.platform.links.end(),
                    [](const platform::Link& link) { return link.per_flow_limit && link.shared_capacity; });
    if (has_limited_flows) {
        std::vector<Way> ways;
        for (const ClusterOrder& order : cluster_orders(task)) {
            if (std::optional<Way> way = with_flows(order.name, {{1, order.sends}}, order.sends)) {
                ways.push_back(std::move(*way));
            }
        }
        std::vector<TreeCandidate> candidates = best_with_flows(task, ways, strategies);
        std::move(candidates.begin(), candidates.end(), std::back_inserter(result));
    }
    return result;
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
