#include "causeway/planner/prediction.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/simulate/simulate.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace causeway::planner {

namespace {

using schedule::BlockSizes;
using schedule::Schedule;

/// Pipelines are simulated over this many segments before they are extrapolated: with the depths and
/// fan-outs of real trees each process's rhythm is steady well before the second half.
constexpr int kSimulatedSegments = 32;

/// Time of `num_blocks` segments of a schedule of one segment, extrapolated when there are many.
///
/// Each process is extrapolated on its own, by the rhythm in which its segments arrive: the one that is last in a
/// short pipeline, far down the tree, need not be the one with the slowest rhythm, which is last in a long one.
Seconds pipelined_time(const Schedule& one_segment, const BlockSizes& sizes, int num_blocks,
                       const model::NetworkModel& model) {
    if (num_blocks <= kSimulatedSegments) {
        return simulate::run(segment(one_segment, num_blocks), model, sizes).makespan;
    }
    constexpr int kLast = kSimulatedSegments - 1;
    constexpr int kMiddle = kSimulatedSegments / 2 - 1;
    const BlockSizes beginning{kSimulatedSegments * sizes.block, sizes.block};
    const simulate::Timeline timeline = simulate::run(segment(one_segment, kSimulatedSegments), model, beginning);
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
    // The last segment may be short.
    const double more =
        static_cast<double>(sizes.total.value()) / static_cast<double>(sizes.block.value()) - kSimulatedSegments;
    Seconds time;
    for (std::size_t p = 0; p < processes; ++p) {
        time = std::max(time, last[p] + more * ((last[p] - middle[p]) / (kLast - kMiddle)));
    }
    return time;
}

/// Whether the same operations follow for each block: a pipeline, or what is one for want of other clusters.
bool is_one_pipeline(const plan::Plan& plan) {
    return plan.shape == plan::Shape::kPipeline ||
           (plan.cluster_sends.empty() && plan.local.size() == 1 && plan.local.front().between_hosts->segmented &&
            plan.local.front().segment == plan.block);
}

}  // namespace

Seconds pipeline_estimate(const plan::Plan& plan, const platform::Placement& placement,
                          const model::NetworkModel& model) {
    const Schedule one = plan::compose_one_segment(plan, placement);
    const Seconds fill = simulate::run(one, model, {plan.block, plan.block}).makespan;
    std::vector<double> load(static_cast<std::size_t>(model.num_resources()), 0.0);
    for (int from = 0; from < one.num_processes(); ++from) {
        schedule::Cursor cursor(one.programs[static_cast<std::size_t>(from)], 1);
        while (const auto operation = cursor.next()) {
            if (operation->kind != schedule::OperationKind::kSend) {
                continue;
            }
            const model::Occupation occupation = model.occupation(from, operation->peer, plan.block);
            for (std::size_t s = 0; s < occupation.num_stages; ++s) {
                const model::Stage& stage = occupation.stages[s];
                for (std::size_t h = 0; h < stage.num_holds; ++h) {
                    load[static_cast<std::size_t>(stage.holds[h].resource)] += stage.holds[h].duration.value();
                }
            }
        }
    }
    const double segments = static_cast<double>(plan.message.value()) / static_cast<double>(plan.block.value());
    return fill + std::max(0.0, segments - 1.0) * Seconds(*std::max_element(load.begin(), load.end()));
}

Seconds simulated_time(const plan::Plan& plan, const platform::Placement& placement, const model::NetworkModel& model) {
    const BlockSizes sizes{plan.message, plan.block};
    if (is_one_pipeline(plan)) {
        plan::Plan pipeline = plan;
        pipeline.shape = plan::Shape::kPipeline;
        return pipelined_time(plan::compose_one_segment(pipeline, placement), sizes, plan.num_blocks(), model);
    }
    return simulate::run(plan::compose(plan, placement), model, sizes).makespan;
}

Seconds flat_estimate(const platform::Placement& placement, int root, Bytes message, const model::NetworkModel& model) {
    const int processes = placement.num_processes();
    if (processes == 1 || message.value() == 0) {
        return Seconds(0.0);
    }
    std::vector<int> from_root(static_cast<std::size_t>(processes));
    std::iota(from_root.begin(), from_root.end(), root);
    for (int& rank : from_root) {
        rank %= processes;
    }
    const Schedule over_ranks =
        embed(strategy::broadcast_strategies().find("binomial_tree")->build(processes, 1, std::nullopt), from_root,
              processes);
    return simulate::run(over_ranks, model, {message, message}).makespan;
}

Seconds simulated_time(const LocalPrediction& prediction, const platform::Plogp& plogp, int processes, Bytes message) {
    const model::ClusterPlogp model(plogp, processes);
    const Schedule one = prediction.strategy->build(processes, 1, std::nullopt);
    if (!prediction.strategy->segmented) {
        return simulate::run(one, model, {message, message}).makespan;
    }
    const auto segments = static_cast<int>(base::num_parts(message, prediction.segment));
    return pipelined_time(one, {message, prediction.segment}, segments, model);
}

}  // namespace causeway::planner
