/// Trees by which segments go one way through all clusters.
#include "causeway/planner/candidates.hpp"
#include "causeway/planner/cluster_orders.hpp"
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/prediction.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace causeway::planner {

namespace {

using plan::Tree;
using strategy::TunedStrategy;

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

Tree pipeline(const Task& task, const Way& way, Bytes segment) {
    Tree tree;
    tree.shape = plan::Shape::kPipeline;
    tree.root = task.request.root;
    tree.message = task.request.message;
    tree.block = segment;
    tree.order = way.order.name;
    tree.cluster_sends = way.order.sends;
    tree.exit = way.inside.exit;
    tree.local = inside_clusters(task, way.inside.strategy, segment);
    return tree;
}

/// Whether nobody sends a segment more than once: then the last member has its hands free to feed the next cluster.
bool is_chain(const TunedStrategy& tuned) {
    constexpr int kSome = 5;
    const schedule::Schedule schedule = tuned.strategy->build({.processes = kSome, .degree = tuned.degree});
    return std::all_of(schedule.programs.begin(), schedule.programs.end(), [](const schedule::Program& program) {
        return schedule::num_operations(program) <= 2;  // it receives, it sends
    });
}

/// Calls `use` with every order of the clusters that reaches all, and everything that they may do inside.
template <typename Use>
void for_every_way(const Task& task, const Use& use) {
    std::vector<Inside> all_inside;
    for (const TunedStrategy& tuned : pipeline_strategies(task)) {
        all_inside.push_back({tuned, plan::Exit::kCoordinator});
        if (is_chain(tuned)) {
            all_inside.push_back({tuned, plan::Exit::kLast});
        }
    }
    for (const ClusterOrder& order : cluster_orders(task)) {
        for (const Inside& inside : all_inside) {
            use(Way{order, inside});
        }
    }
}

}  // namespace

std::vector<TreeCandidate> pipeline_candidates(const Task& task) {
    std::vector<TreeCandidate> result;
    for_every_way(task, [&](const Way& way) {
        std::optional<TreeCandidate> candidate =
            best_segmented(task, way.order.sends, [&](Bytes segment) { return pipeline(task, way, segment); });
        if (candidate) {
            result.push_back(std::move(*candidate));
        }
    });
    return result;
}

std::vector<TreeCandidate> one_segment_candidates(const Task& task) {
    std::vector<TreeCandidate> result;
    for_every_way(task, [&](const Way& way) {
        const Tree tree = pipeline(task, way, task.request.message);
        result.push_back({tree, task.pipeline_time(tree)});
    });
    return result;
}

}  // namespace causeway::planner
