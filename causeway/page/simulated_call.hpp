/// A call by its plan, carried out again by the simulator.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/schedule/block_sizes.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace causeway::page {

/// A message of a call.
struct SimulatedMessage {
    int from = 0;  ///< rank of the communicator
    int to = 0;    ///< the same
    Bytes size;
    Seconds begin;
    Seconds arrival;
};

/// What the simulator makes of a plan, for as much data as the plan is for.
struct SimulatedCall {
    std::string name;  ///< of its kind
    std::string plan;  ///< in words
    std::shared_ptr<const platform::Placement> placement;
    std::vector<std::string> rank_hosts;  ///< [rank of the communicator]
    Seconds duration;
    std::vector<SimulatedMessage> messages;  ///< in order of begin
};

/// A plan's schedule and the sizes of its blocks.
struct Carried {
    scheme::Built built;
    schedule::BlockSizes sizes;
    std::int64_t num_messages = 0;  ///< at most, over all processes
};

/// Nothing where the schedule is too long to be made. `plan`: not the MPI library's own.
[[nodiscard]] std::optional<Carried> carried(const plan::Plan& plan, const platform::Placement& placement);

/// Messages that are simulated in one call at most: a second of work.
inline constexpr std::int64_t kMostSimulated = 200'000;

/// When its messages begin and arrive; `call`: all that is known of it otherwise. Requires kMostSimulated messages at
/// most.
[[nodiscard]] SimulatedCall simulated(SimulatedCall call, const plan::Plan& plan, const Carried& carried,
                                      const platform::Platform& platform);

}  // namespace causeway::page
