#include "causeway/planner/prediction.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/planner/busiest_time.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/simulate/simulate.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

namespace causeway::planner {

namespace {

using schedule::BlockSizes;
using schedule::Schedule;
using strategy::Cut;

/// The two lengths, in segments, whose difference tells how much a segment adds to a longer schedule. Where segments
/// take their own ways they pass each other, and their rhythm shows later.
struct SimulatedPart {
    int shorter = policy::kSimulatedSegments;
    int all = 2 * policy::kSimulatedSegments;
};

/// How many segments there are beyond those that are simulated; the last may be a part of one.
double segments_beyond(int simulated, const BlockSizes& sizes) {
    return static_cast<double>(sizes.total.value()) / static_cast<double>(sizes.block.value()) - simulated;
}

/// Time of `num_blocks` segments of a schedule of one segment, extrapolated when there are many.
///
/// Each process is extrapolated on its own, by the rhythm in which its segments arrive: the one that is last in a
/// short pipeline, far down the tree, need not be the one with the slowest rhythm, which is last in a long one.
Seconds pipelined_time(const Schedule& one_segment, const BlockSizes& sizes, int num_blocks,
                       const model::NetworkModel& model) {
    if (num_blocks <= policy::kSimulatedSegments) {
        return simulate::makespan(segment(one_segment, num_blocks), model, sizes);
    }
    constexpr int kLast = policy::kSimulatedSegments - 1;
    constexpr int kMiddle = policy::kSimulatedSegments / 2 - 1;
    const BlockSizes beginning{policy::kSimulatedSegments * sizes.block, sizes.block};
    const simulate::Timeline timeline =
        simulate::run(segment(one_segment, policy::kSimulatedSegments), model, beginning);
    const auto processes = static_cast<std::size_t>(one_segment.num_processes());
    std::vector<Seconds> middle(processes);  // arrival of segment kMiddle
    std::vector<Seconds> last(processes);    // arrival of segment kLast
    for (const simulate::TimedTransfer& transfer : timeline.transfers) {
        if (transfer.blocks.first == kMiddle) {
            middle[static_cast<std::size_t>(transfer.to)] = transfer.arrival;
        } else if (transfer.blocks.first == kLast) {
            last[static_cast<std::size_t>(transfer.to)] = transfer.arrival;
        }
    }
    const double more = segments_beyond(policy::kSimulatedSegments, sizes);
    Seconds time;
    for (std::size_t p = 0; p < processes; ++p) {
        time = std::max(time, last[p] + more * ((last[p] - middle[p]) / (kLast - kMiddle)));
    }
    return time;
}

/// Time of `num_blocks` segments that do not all take the same way, extrapolated when there are many: the schedules of
/// two lengths tell how much a segment adds. It adds what it keeps the busiest resource at least, also where that is
/// not yet what the last ones wait for.
template <typename Build>
Seconds time_of_own_ways(const Build& build, const BlockSizes& sizes, int num_blocks, const model::NetworkModel& model,
                         const SimulatedPart& part = {}) {
    if (num_blocks <= part.all) {
        return simulate::makespan(build(num_blocks), model, sizes);
    }
    const Schedule beginning = build(part.shorter);
    const BlockSizes beginning_sizes{part.shorter * sizes.block, sizes.block};
    const Seconds shorter = simulate::makespan(beginning, model, beginning_sizes);
    const Seconds all = simulate::makespan(build(part.all), model, {part.all * sizes.block, sizes.block});
    const Seconds least = busiest_time({&beginning, 1}, model, beginning_sizes) / static_cast<double>(part.shorter);
    const Seconds added = (all - shorter) / static_cast<double>(part.all - part.shorter);
    return all + segments_beyond(part.all, sizes) * std::max(added, least);
}

/// Over several trees the rhythm is that of periods, once the longest lag is over.
SimulatedPart simulated_part_of_trees(const plan::Tree& tree) {
    const int segments = tree.segments_per_period();
    const int periods = (policy::kSimulatedSegments / 2 + segments - 1) / segments + 1;
    const int shorter = (tree.longest_lag() + periods) * segments;
    return {shorter, shorter + periods * segments};
}

/// Of a plan for one cluster whose blocks are the segments of its strategy: how these go. Nothing of other plans.
std::optional<Cut> cut_of_only_cluster(const plan::Tree& tree) {
    if (tree.shape == plan::Shape::kTwoLevel && tree.cluster_sends.empty() && tree.local.size() == 1 &&
        tree.local.front().between_hosts.strategy->has_segments() && tree.local.front().segment == tree.block) {
        return tree.local.front().between_hosts.strategy->cut;
    }
    return std::nullopt;
}

}  // namespace

Seconds period_duration(const plan::Tree& tree, const platform::Placement& placement,
                        const model::NetworkModel& model) {
    const Schedule one = plan::compose_one_period(tree, placement);
    return busiest_time({&one, 1}, model, {one.num_blocks * tree.block, tree.block});
}

Seconds pipeline_estimate(const plan::Tree& tree, const platform::Placement& placement,
                          const model::NetworkModel& model) {
    const int segments = tree.segments_per_period();
    const Schedule one = plan::compose_one_period(tree, placement);
    const BlockSizes sizes{segments * tree.block, tree.block};
    const Seconds fill = simulate::makespan(one, model, sizes);
    const double periods = static_cast<double>(tree.message.value()) / static_cast<double>(tree.block.value()) /
                           static_cast<double>(segments);
    return fill + std::max(0.0, periods - 1.0) * busiest_time({&one, 1}, model, sizes);
}

platform::Receivers receivers_in(scheme::Operation operation) {
    return scheme::tells_length_ahead(operation) ? platform::Receivers::kReadyOnceTold : platform::Receivers::kReady;
}

Seconds simulated_time(const plan::Tree& tree, const platform::Placement& placement, const model::NetworkModel& model) {
    const BlockSizes sizes{tree.message, tree.block};
    const std::optional<Cut> cut = cut_of_only_cluster(tree);
    if (tree.shape == plan::Shape::kPipeline || cut == Cut::kSameWay) {
        plan::Tree pipeline = tree;
        pipeline.shape = plan::Shape::kPipeline;
        return pipelined_time(plan::compose_one_period(pipeline, placement), sizes, tree.num_blocks(), model);
    }
    const auto build = [&](int num_blocks) {
        plan::Tree shorter = tree;
        shorter.message = std::min(tree.message, num_blocks * tree.block);
        return plan::compose(shorter, placement);
    };
    if (tree.shape == plan::Shape::kTrees) {
        return time_of_own_ways(build, sizes, tree.num_blocks(), model, simulated_part_of_trees(tree));
    }
    if (cut == Cut::kOwnWays) {
        return time_of_own_ways(build, sizes, tree.num_blocks(), model);
    }
    return simulate::makespan(plan::compose(tree, placement), model, sizes);
}

std::int64_t num_simulated_transfers(const plan::Tree& tree, const platform::Placement& placement) {
    const std::int64_t processes = placement.num_processes();
    if (tree.shape == plan::Shape::kTrees) {
        const SimulatedPart part = simulated_part_of_trees(tree);
        const int simulated = tree.num_blocks() <= part.all ? tree.num_blocks() : part.shorter + part.all;
        return processes * simulated;
    }
    const std::optional<Cut> cut = cut_of_only_cluster(tree);
    const bool is_pipeline = tree.shape == plan::Shape::kPipeline || cut == Cut::kSameWay;
    const SimulatedPart of_own_ways;
    if (tree.num_blocks() <= (is_pipeline ? policy::kSimulatedSegments : of_own_ways.all) ||
        (!is_pipeline && cut != Cut::kOwnWays)) {
        return processes * tree.num_blocks();
    }
    return processes * (is_pipeline ? policy::kSimulatedSegments : of_own_ways.shorter + of_own_ways.all);
}

Schedule counted_from_root(const Schedule& inner, int root) {
    const int processes = inner.num_processes();
    std::vector<int> from_root(static_cast<std::size_t>(processes));
    std::iota(from_root.begin(), from_root.end(), root);
    for (int& rank : from_root) {
        rank %= processes;
    }
    return embed(inner, from_root, processes);
}

Seconds flat_estimate(const platform::Placement& placement, int root, Bytes message, const model::NetworkModel& model) {
    const int processes = placement.num_processes();
    if (processes == 1 || message.value() == 0) {
        return Seconds(0.0);
    }
    const Schedule flat = counted_from_root(
        strategy::broadcast_strategies().find("binomial_tree")->build({.processes = processes}), root);
    return simulate::makespan(flat, model, {message, message});
}

Seconds simulated_time(const LocalPrediction& prediction, const platform::Plogp& plogp, int processes, Bytes message) {
    const model::ClusterPlogp model(plogp, processes);
    const strategy::BroadcastStrategy& strategy = *prediction.tuned.strategy;
    const auto build = [&](int num_blocks) {
        return strategy.build({.processes = processes, .num_blocks = num_blocks, .degree = prediction.tuned.degree});
    };
    const BlockSizes sizes{message, prediction.segment};
    const auto num_blocks = static_cast<int>(std::max<std::int64_t>(1, base::num_parts(message, prediction.segment)));
    switch (strategy.cut) {
        case Cut::kWhole:
        case Cut::kPerProcess:
            break;
        case Cut::kSameWay:
            return pipelined_time(build(1), sizes, num_blocks, model);
        case Cut::kOwnWays:
            return time_of_own_ways(build, sizes, num_blocks, model);
    }
    return simulate::makespan(build(num_blocks), model, sizes);
}

}  // namespace causeway::planner
