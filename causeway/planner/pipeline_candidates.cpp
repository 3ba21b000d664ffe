#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/planner/candidates.hpp"
#include "causeway/planner/cluster_path.hpp"
#include "causeway/planner/prediction.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace causeway::planner {

namespace {

using inter_cluster::Heuristic;
using plan::ClusterSend;
using plan::Plan;
using strategy::BroadcastStrategy;
using strategy::Cut;
using strategy::TunedStrategy;

/// Open MPI's limit over TCP is 64 KiB with its header, so that 64 KiB of data are beyond it.
constexpr Bytes kSentEagerly{32 << 10};
/// Larger segments overlap nothing on any network we know, and each is one message.
constexpr Bytes kLargestSegment{std::int64_t{4} << 20U};
/// Less than a packet of many networks gains nothing on the wire.
constexpr Bytes kSmallestSegment{4 << 10};
/// In a pipeline every child of a process costs a gap per segment: more than a few are never the best.
constexpr int kLargestDegree = 3;

/// How the clusters are ordered, by what.
struct ClusterOrder {
    std::string name;
    std::vector<ClusterSend> sends;
};

/// The orders of clusters that pipelines follow: the shortest path through all of them, and the trees of the
/// heuristics, which decide for one segment.
std::vector<ClusterOrder> cluster_orders(const Task& task) {
    constexpr Bytes kTypicalSegment{16 << 10};
    const Bytes segment = std::min(task.request.message, kTypicalSegment);
    const inter_cluster::Problem problem = inter_cluster::problem_of(
        task.platform, task.members, 0, segment, std::vector<Seconds>(task.members.size(), Seconds(0.0)));
    std::vector<ClusterOrder> orders;
    orders.push_back(
        {"best-path", task.to_platform(best_path(problem, base::num_parts(task.request.message, segment)))});
    for (const Heuristic* heuristic : inter_cluster::heuristics().members()) {
        ClusterOrder order{std::string(heuristic->name), task.to_platform(heuristic->order(problem))};
        const bool is_known = std::any_of(orders.begin(), orders.end(),
                                          [&](const ClusterOrder& known) { return known.sends == order.sends; });
        if (!is_known) {
            orders.push_back(std::move(order));
        }
    }
    return orders;
}

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

/// The strategies that can be part of a pipeline, each in the degrees that are worth a look. Of two that are the same
/// for one segment the one that cuts stands for both, unless the other was asked for. (Any strategy is one for one
/// segment: a message that is too large to go as a whole takes what was asked for.)
std::vector<TunedStrategy> local_strategies(const Task& task) {
    std::vector<TunedStrategy> result;
    for (const BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        const bool fits = strategy->cut == Cut::kSameWay;
        const bool must =
            task.request.forced && (strategy->cut == Cut::kWhole || task.request.message > kLargestWholeMessage);
        if (!(fits || must) || !task.allows(*strategy)) {
            continue;
        }
        if (strategy->degrees == nullptr) {
            result.push_back({strategy});
        } else if (task.request.forced && task.request.forced->tuned.degree > 0) {
            result.push_back(task.request.forced->tuned);
        } else {
            for (int degree = 2; degree <= kLargestDegree; ++degree) {
                result.push_back({strategy, degree});
            }
        }
    }
    return without_twins(task, result);
}

/// What a pipeline does in every cluster.
struct Inside {
    TunedStrategy strategy;
    plan::Exit exit = plan::Exit::kCoordinator;
};

/// One way through all clusters, whatever the segment.
struct Way {
    const ClusterOrder& order;
    Inside inside;
};

Plan pipeline(const Task& task, const Way& way, Bytes segment) {
    Plan plan;
    plan.shape = plan::Shape::kPipeline;
    plan.root = task.request.root;
    plan.message = task.request.message;
    plan.block = segment;
    plan.order = way.order.name;
    plan.cluster_sends = way.order.sends;
    plan.exit = way.inside.exit;
    for (const plan::ClusterGroup& group : task.groups) {
        plan.local.push_back({group.cluster, way.inside.strategy, task.within_host(group, segment), segment});
    }
    return plan;
}

/// Whether nobody sends a segment more than once: then the last member has its hands free to feed the next cluster.
bool is_chain(const TunedStrategy& tuned) {
    constexpr int kSome = 5;
    const schedule::Schedule schedule = tuned.strategy->build({.processes = kSome, .degree = tuned.degree});
    return std::all_of(schedule.programs.begin(), schedule.programs.end(), [](const schedule::Program& program) {
        return schedule::num_operations(program) <= 2;  // it receives, it sends
    });
}

/// Whether messages of this size shake hands before they cross one of the links: they take a round trip more than L to
/// arrive; where no delivery time tells, whether they are beyond what is known to be sent eagerly. A pipeline of such
/// segments advances by the library's progress in every process between, which costs more than any model says.
bool shakes_hands(const Task& task, const ClusterOrder& order, Bytes size) {
    return std::any_of(order.sends.begin(), order.sends.end(), [&](const ClusterSend& send) {
        const platform::Link* link = task.platform.find_link(send.from, send.to);
        if (link == nullptr || !link->plogp) {
            return false;
        }
        return link->plogp->delivery ? link->plogp->transit_of(size) > 2.0 * link->plogp->latency : size > kSentEagerly;
    });
}

/// The pipeline over one tree with the segment size of the least closed form.
std::optional<Candidate> best_pipeline(const Task& task, const Way& way) {
    const auto estimate = [&](Bytes segment) {
        return pipeline_estimate(pipeline(task, way, segment), task.placement, task.model);
    };
    if (const auto segment = task.forced_segment()) {
        return Candidate{pipeline(task, way, *segment), estimate(*segment)};
    }
    std::vector<Bytes> sizes = segment_sizes(task.request.message, kSmallestSegment);
    sizes.pop_back();  // one segment is the whole message: not a pipeline
    std::erase_if(sizes, [](Bytes size) { return size > kLargestSegment; });
    std::optional<Bytes> best;
    Seconds best_time = Seconds::infinity();
    // From the smallest on; the closed form falls, then rises. Of about equal estimates the largest segment is taken:
    // it makes the fewest messages, whose cost to busy processors no gap shows.
    Seconds least = Seconds::infinity();
    int rises = 0;
    for (const Bytes size : sizes) {
        if (rises == 2 || (best && shakes_hands(task, way.order, size))) {
            break;
        }
        const Seconds time = estimate(size);
        rises = time < least ? 0 : rises + 1;
        least = std::min(least, time);
        if (time <= kAboutEqual * least) {
            best = size;
            best_time = time;
        }
    }
    if (!best) {
        return std::nullopt;
    }
    return Candidate{pipeline(task, way, *best), best_time};
}

}  // namespace

std::vector<Candidate> pipeline_candidates(const Task& task) {
    std::vector<Candidate> result;
    std::vector<Inside> all_inside;
    for (const TunedStrategy& tuned : local_strategies(task)) {
        all_inside.push_back({tuned, plan::Exit::kCoordinator});
        if (is_chain(tuned)) {
            all_inside.push_back({tuned, plan::Exit::kLast});
        }
    }
    for (const ClusterOrder& order : cluster_orders(task)) {
        if (order.sends.size() + 1 != task.groups.size()) {
            continue;  // a cluster that this order cannot reach
        }
        for (const Inside& inside : all_inside) {
            if (std::optional<Candidate> candidate = best_pipeline(task, {order, inside})) {
                result.push_back(std::move(*candidate));
            }
        }
    }
    return result;
}

}  // namespace causeway::planner
