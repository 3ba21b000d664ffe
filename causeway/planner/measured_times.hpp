/// What collectives took when they were measured: the MPI library's own, and ours.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {

/// Times measured on the very processes that a plan is for.
struct MeasuredTimes {
    std::optional<Seconds> native;  ///< the MPI library's own collective
    /// Our own strategies, those that were tried at about this size.
    std::map<const strategy::BroadcastStrategy*, Seconds> strategies = {};
};

/// What `collective` of `message` bytes took when it was measured on these hosts in this order ([rank]); nothing
/// where it never was.
[[nodiscard]] MeasuredTimes measured_times(const platform::Platform& platform, std::string_view collective,
                                           const std::vector<std::string>& host_names, Bytes message);

}  // namespace causeway::planner
