/// A call by its plan, carried out again by the simulator.
#pragma once

#include "causeway/page/timed_call.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/schedule/block_sizes.hpp"

#include <cstdint>
#include <optional>

namespace causeway::page {

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
[[nodiscard]] TimedCall simulated(TimedCall call, const plan::Plan& plan, const Carried& carried,
                                  const platform::Platform& platform);

}  // namespace causeway::page
