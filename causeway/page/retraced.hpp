/// What the network makes of a run's calls: their plans, carried out again on the platform by the simulator.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/page/run.hpp"
#include "causeway/page/simulated_call.hpp"
#include "causeway/planner/time_bound.hpp"
#include "causeway/platform/platform.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace causeway::page {

/// What all calls together sent from one cluster to another.
struct LinkLoad {
    double bytes = 0.0;
    double messages = 0.0;
};

struct Retraced {
    /// [kind of Run::kinds]: what nothing can beat, for calls of its mean size; nothing where that is not known.
    std::vector<std::optional<planner::TimeBound>> bounds;
    /// [from cluster][to cluster]
    base::SquareMatrix<LinkLoad> loads;
    std::int64_t calls_counted = 0;  ///< in `loads`
    std::int64_t calls_native = 0;   ///< not in it: what the MPI library does is not known
    std::int64_t calls_unknown = 0;  ///< not in it for other reasons
    /// Simulated: of the kinds that took most time, that first.
    std::vector<TimedCall> calls;
    /// Of the job, if it was traced.
    std::vector<TimedCall> observed;
};

/// Time lines of so many kinds are made.
inline constexpr std::size_t kMostTimeLines = 12;

/// What is beyond reasonable effort is left out: for a thousand processes and two hundred kinds this takes seconds.
[[nodiscard]] Retraced retraced(const Run& run, const platform::Platform& platform);

}  // namespace causeway::page
