/// What a grid's router says about itself, and how to judge it.
#pragma once

#include "testbed/grid.hpp"
#include "testbed/lag.hpp"
#include "testbed/state.hpp"
#include "testbed/traffic.hpp"

#include <cstdint>
#include <string>

namespace causeway::testbed {

struct RouterStatus {
    int pid = 0;
    std::int64_t num_packets = 0;
    std::int64_t num_dropped = 0;
    std::int64_t num_lost = 0;  ///< by the grid's random loss
    Seconds up_for{0};
    std::string priority;
    LagHistogram lag;
    Traffic traffic;  ///< since the grid came up
    Grid grid;        ///< with the changes made since it was brought up; of the timed ones, those to come
};

/// Asks the router. Throws Error if the grid is not up.
[[nodiscard]] RouterStatus router_status(const StateFolder& folder);

/// A run is judged by the lag that 99 packets of 100 stay below.
constexpr double kJudgedQuantile = 0.99;

/// The lag that leaves a result believable: a tenth of the shortest latency between sites, and always a
/// millisecond.
[[nodiscard]] Seconds acceptable_lag(const Grid& grid);

/// "lag: median 12 us, 99 % below 80 us, at most 1 ms".
[[nodiscard]] std::string lag_text(const LagHistogram& lag);

}  // namespace causeway::testbed
