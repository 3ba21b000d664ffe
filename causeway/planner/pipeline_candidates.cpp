#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/planner/candidates.hpp"
#include "causeway/planner/cluster_path.hpp"
#include "causeway/planner/pipeline_parts.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace causeway::planner {

namespace {

using inter_cluster::Heuristic;
using plan::ClusterSend;
using plan::Plan;
using strategy::TunedStrategy;

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
    plan.local = inside_clusters(task, way.inside.strategy, segment);
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

}  // namespace

std::vector<Candidate> pipeline_candidates(const Task& task) {
    std::vector<Candidate> result;
    std::vector<Inside> all_inside;
    for (const TunedStrategy& tuned : pipeline_strategies(task)) {
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
            const Way way{order, inside};
            std::optional<Candidate> candidate =
                best_segmented(task, order.sends, [&](Bytes segment) { return pipeline(task, way, segment); });
            if (candidate) {
                result.push_back(std::move(*candidate));
            }
        }
    }
    return result;
}

}  // namespace causeway::planner
