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
/// fan-outs of real trees the rhythm is steady well before the second half.
constexpr int kSimulatedSegments = 32;

/// Time of `num_blocks` segments of a schedule of one segment, extrapolated when there are many.
Seconds pipelined_time(const Schedule& one_segment, const BlockSizes& sizes, int num_blocks,
                       const model::NetworkModel& model) {
    if (num_blocks <= kSimulatedSegments) {
        return simulate::run(segment(one_segment, num_blocks), model, sizes).makespan;
    }
    const BlockSizes beginning{kSimulatedSegments * sizes.block, sizes.block};
    const simulate::Timeline timeline = simulate::run(segment(one_segment, kSimulatedSegments), model, beginning);
    constexpr int kHalf = kSimulatedSegments / 2;
    const Seconds last = timeline.block_completion[kSimulatedSegments - 1];
    const Seconds middle = timeline.block_completion[kHalf - 1];
    const Seconds rhythm = (last - middle) / (kSimulatedSegments - kHalf);
    // The last segment may be short.
    const double more =
        static_cast<double>(sizes.total.value()) / static_cast<double>(sizes.block.value()) - kSimulatedSegments;
    return timeline.makespan + more * rhythm;
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
    if (plan.shape == plan::Shape::kPipeline) {
        return pipelined_time(plan::compose_one_segment(plan, placement), sizes, plan.num_blocks(), model);
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
