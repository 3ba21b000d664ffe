#include "causeway/page/simulated_call.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/scheme/scheme.hpp"
#include "causeway/simulate/simulate.hpp"

#include <algorithm>

namespace causeway::page {

namespace {

/// Blocks that come to somebody: a schedule of as many is made within a second, in some hundred megabytes.
constexpr std::int64_t kMostInSchedule = std::int64_t{1} << 20U;

std::int64_t arriving_blocks(const plan::Plan& plan, const platform::Placement& placement) {
    const std::int64_t owners = planner::owners_of_blocks(plan, placement);
    return (owners > 1 ? owners : placement.num_processes()) * plan.num_blocks();
}

/// What a program sends, repetitions as often as they may come.
std::int64_t most_sends(const schedule::Program& program) {
    std::int64_t sends = 0;
    for (const schedule::Section& section : program.sections) {
        sends += section.repetitions * std::count_if(section.body.begin(), section.body.end(),
                                                     [](const schedule::Action& action) { return action.is_send(); });
    }
    return sends;
}

}  // namespace

std::optional<Carried> carried(const plan::Plan& plan, const platform::Placement& placement) {
    if (arriving_blocks(plan, placement) > kMostInSchedule) {
        return std::nullopt;
    }
    Carried result{.built = plan::compose(plan, placement), .sizes = {}};
    result.sizes = plan::block_sizes(result.built, plan);
    for (const schedule::Schedule& strand : result.built.strands) {
        for (const schedule::Program& program : strand.programs) {
            result.num_messages += most_sends(program);
        }
    }
    return result;
}

TimedCall simulated(TimedCall call, const plan::Plan& plan, const Carried& carried,
                    const platform::Platform& platform) {
    // As the planner compares plans.
    const bool asks_first = plan.operation != scheme::Operation::kBroadcast;
    const model::GridPlogp model(platform, *call.placement,
                                 asks_first ? std::optional(platform::kSupposedHandshake) : std::nullopt,
                                 planner::receivers_in(plan.operation));
    const simulate::Timeline timeline = simulate::run(carried.built.strands, model, carried.sizes);
    call.duration = timeline.makespan;
    for (const simulate::TimedTransfer& transfer : timeline.transfers) {
        call.messages.push_back({.from = transfer.from,
                                 .to = transfer.to,
                                 .size = carried.sizes.size_of(transfer.blocks),
                                 .begin = transfer.start,
                                 .arrival = transfer.arrival});
    }
    return call;
}

}  // namespace causeway::page
