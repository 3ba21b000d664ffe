/// What the tests of strategies share: the numbers of processes, and pLogP parameters under which times are exact.
#pragma once

#include "causeway/model/grid_plogp.hpp"
#include "causeway/simulate/simulate.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <vector>

namespace causeway::strategy {

inline void PrintTo(const BroadcastStrategy* strategy, std::ostream* stream) {
    *stream << strategy->name;
}

inline constexpr int kProcesses[] = {1, 2, 3, 5, 7, 8, 9, 16, 17, 33, 64};
inline constexpr int kSegments[] = {1, 2, 3, 7, 16};

/// The degrees of a strategy for so many processes; one 0 for a strategy without.
inline std::vector<int> degrees_of(const BroadcastStrategy& strategy, int processes) {
    return strategy.degrees == nullptr ? std::vector<int>{0} : strategy.degrees(processes);
}

/// pLogP in multiples of a power of two, so that sums of them are exact in any order.
inline platform::Plogp exact_plogp(int latency_units, int fixed_units, int units_per_byte) {
    constexpr double kUnit = 0x1p-20;
    platform::Plogp result;
    result.latency = Seconds(latency_units * kUnit);
    const double at_zero = fixed_units * kUnit;
    const double at_end = (fixed_units + 65536.0 * units_per_byte) * kUnit;
    result.gap = statistics::PiecewiseLinear({{0.0, at_zero}, {65536.0, at_end}});
    return result;
}

/// Latency far below, near and far above the gap of the messages used here.
inline const std::vector<platform::Plogp>& cases() {
    static const std::vector<platform::Plogp> kCases{exact_plogp(1, 700, 1), exact_plogp(900, 100, 1),
                                                     exact_plogp(100000, 3, 1), exact_plogp(0, 64, 2)};
    return kCases;
}

struct Times {
    Seconds predicted;
    Seconds simulated;
};

inline Times times_of(const BroadcastStrategy& strategy, const platform::Plogp& plogp, int processes, int degree,
                      Bytes message, Bytes segment) {
    const auto num_blocks = static_cast<int>(base::num_parts(message, segment));
    const schedule::Schedule schedule = strategy.build({processes, num_blocks, degree, std::nullopt});
    return {
        strategy.predict({plogp, processes, message, segment, degree}),
        simulate::run(schedule, model::ClusterPlogp(plogp, processes), {.total = message, .block = segment}).makespan};
}

}  // namespace causeway::strategy
