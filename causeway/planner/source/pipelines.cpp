/// Broadcasts whose segments go one way through all clusters.
///
/// Source: Steffenel 2006, sections 4 and 5; Kielmann et al. 1999, MagPIe, of segments between clusters.
#include "causeway/planner/cluster_orders.hpp"
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/source/source.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace causeway::planner {

namespace {

using plan::Tree;
using scheme::Operation;
using scheme::Scheme;
using scheme::Trees;
using strategy::TunedStrategy;

/// What a pipeline does in every cluster.
struct Inside {
    TunedStrategy strategy;
    plan::Exit exit = plan::Exit::kCoordinator;
};

/// One way through all clusters, whatever the segment.
struct OneWay {
    const ClusterOrder& order;
    Inside inside;
};

Tree pipeline(const Task& task, const OneWay& way, Bytes segment) {
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
            use(OneWay{order, inside});
        }
    }
}

/// In the segments that suit it.
void add_segmented(const Task& task, const OneWay& way, std::vector<TreeCandidate>& result) {
    std::optional<TreeCandidate> candidate =
        best_segmented(task, way.order.sends, [&](Bytes segment) { return pipeline(task, way, segment); });
    if (candidate) {
        result.push_back(std::move(*candidate));
    }
}

}  // namespace

std::vector<TreeCandidate> pipeline_candidates(const Task& task) {
    std::vector<TreeCandidate> result;
    for_every_way(task, [&](const OneWay& way) { add_segmented(task, way, result); });
    return result;
}

std::vector<TreeCandidate> pipeline_and_one_segment_candidates(const Task& task) {
    std::vector<TreeCandidate> result;
    std::vector<TreeCandidate> whole;
    for_every_way(task, [&](const OneWay& way) {
        add_segmented(task, way, result);
        Tree tree = pipeline(task, way, task.request.message);
        const Seconds time = task.pipeline_time(tree);
        whole.push_back({std::move(tree), time});
    });
    std::move(whole.begin(), whole.end(), std::back_inserter(result));
    return result;
}

namespace {

void offer_pipelines(Search& search, const Scheme* scheme) {
    if (scheme->operation == Operation::kBroadcast && search.task().groups.size() > 1) {
        search.offer_broadcasts(pipeline_candidates(search.task()));
    }
}

}  // namespace

extern constexpr Source pipelines{
    .name = "pipelines",
    .summary = "a broadcast in segments that go one way through all clusters",
    .source = "Steffenel 2006, sections 4 and 5",
    .trees = Trees::kWhole,
    .offer = offer_pipelines,
};

}  // namespace causeway::planner
