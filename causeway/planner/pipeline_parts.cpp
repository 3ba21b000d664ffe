#include "causeway/planner/pipeline_parts.hpp"

#include "causeway/planner/prediction.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace causeway::planner {

namespace {

using plan::ClusterSend;
using strategy::BroadcastStrategy;
using strategy::Cut;
using strategy::TunedStrategy;

/// Without those that do the same as an earlier one in groups of the task's sizes: in a few processes many trees are
/// one.
std::vector<TunedStrategy> without_twins(const Task& task, const std::vector<TunedStrategy>& strategies) {
    std::set<int> sizes;
    for (const plan::ClusterGroup& group : task.groups) {
        sizes.insert(static_cast<int>(group.members().size()));
    }
    std::vector<TunedStrategy> result;
    std::vector<std::vector<schedule::Schedule>> known;
    for (const TunedStrategy& tuned : strategies) {
        std::vector<schedule::Schedule> schedules;
        for (const int size : sizes) {
            schedules.push_back(tuned.strategy->build({.processes = size, .degree = tuned.degree}));
        }
        if (std::find(known.begin(), known.end(), schedules) == known.end()) {
            known.push_back(std::move(schedules));
            result.push_back(tuned);
        }
    }
    return result;
}

/// Whether messages of this size shake hands before they cross one of the links: they are longer than those that are
/// known not to; where nothing was measured, than those that are supposed not to, or they take a round trip more than L
/// to arrive. A pipeline of such segments advances by the library's progress in every process between, which costs more
/// than any model says.
bool shakes_hands(const Task& task, std::span<const ClusterSend> links, Bytes size) {
    if (task.platform.handshake) {
        return !links.empty() && task.shakes_hands(size);
    }
    return std::any_of(links.begin(), links.end(), [&](const ClusterSend& send) {
        const platform::Link* link = task.link(send.from, send.to);
        if (link == nullptr || !link->plogp) {
            return false;
        }
        // A handshake that is only supposed counts for less than what was measured of messages.
        return (!link->plogp->delivery && task.shakes_hands(size)) ||
               link->plogp->transit_of(size) > 2.0 * link->plogp->latency;
    });
}

}  // namespace

std::vector<TunedStrategy> pipeline_strategies(const Task& task) {
    std::vector<TunedStrategy> result;
    for (const BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        const bool fits = strategy->cut == Cut::kSameWay;
        const bool must = task.forced_strategy() != nullptr &&
                          (strategy->cut == Cut::kWhole || task.request.message > kLargestWholeMessage);
        if (!(fits || must) || !task.allows(*strategy)) {
            continue;
        }
        if (strategy->degrees == nullptr) {
            result.push_back({strategy});
        } else if (task.forced_strategy() != nullptr && task.forced_strategy()->degree > 0) {
            result.push_back(*task.forced_strategy());
        } else {
            for (int degree = 2; degree <= policy::kLargestDegree; ++degree) {
                result.push_back({strategy, degree});
            }
        }
    }
    return without_twins(task, result);
}

std::vector<plan::LocalChoice> inside_clusters(const Task& task, const TunedStrategy& tuned, Bytes segment) {
    std::vector<plan::LocalChoice> result;
    for (const plan::ClusterGroup& group : task.groups) {
        result.push_back({group.cluster, tuned, task.within_host(group, segment).tuned, segment});
    }
    return result;
}

plan::Tree whole_tree(int root, Bytes message, std::string order, std::vector<plan::ClusterSend> sends,
                      std::vector<plan::LocalChoice> local) {
    plan::Tree tree;
    tree.shape = plan::Shape::kPipeline;
    tree.root = root;
    tree.message = message;
    tree.block = message;
    tree.order = std::move(order);
    tree.cluster_sends = std::move(sends);
    tree.local = std::move(local);
    return tree;
}

std::vector<Bytes> pipeline_segments(const Task& task) {
    if (const auto segment = task.forced_segment()) {
        return {*segment};
    }
    std::vector<Bytes> sizes = segment_sizes(task.request.message, policy::kSmallestSegment);
    sizes.pop_back();  // one segment is the whole message: not a pipeline
    std::erase_if(sizes, [](Bytes size) { return size > policy::kLargestSegment; });
    return sizes;
}

std::optional<TreeCandidate> best_segmented(const Task& task, std::span<const ClusterSend> links,
                                            const TreeOfSegment& tree_of) {
    const auto candidate_of = [&](Bytes segment) -> std::optional<TreeCandidate> {
        std::optional<plan::Tree> tree = tree_of(segment);
        if (!tree) {
            return std::nullopt;
        }
        const Seconds time = task.pipeline_time(*tree);
        return TreeCandidate{std::move(*tree), time};
    };
    std::optional<TreeCandidate> best;
    // From the smallest on; the closed form falls, then rises. Of about equal estimates the largest segment is taken:
    // it makes the fewest messages, whose cost to busy processors no gap shows.
    Seconds least = Seconds::infinity();
    int rises = 0;
    for (const Bytes size : pipeline_segments(task)) {
        if (rises == 2 || (best && shakes_hands(task, links, size))) {
            break;
        }
        std::optional<TreeCandidate> candidate = candidate_of(size);
        if (!candidate) {
            continue;
        }
        rises = candidate->time < least ? 0 : rises + 1;
        least = std::min(least, candidate->time);
        if (candidate->time <= policy::kAboutEqual * least) {
            best = std::move(candidate);
        }
    }
    return best;
}

}  // namespace causeway::planner
