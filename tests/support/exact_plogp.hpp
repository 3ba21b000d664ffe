/// pLogP parameters under which times are exact.
#pragma once

#include "causeway/platform/platform.hpp"

#include <vector>

namespace causeway::test {

/// In multiples of a power of two, so that sums of times are exact in any order.
inline platform::Plogp exact_plogp(int latency_units, int fixed_units, int units_per_byte) {
    constexpr double kUnit = 0x1p-20;
    platform::Plogp result;
    result.latency = Seconds(latency_units * kUnit);
    const double at_zero = fixed_units * kUnit;
    const double at_end = (fixed_units + 65536.0 * units_per_byte) * kUnit;
    result.gap = statistics::PiecewiseLinear({{0.0, at_zero}, {65536.0, at_end}});
    return result;
}

/// Latency far below, near and far above the gap of small messages.
inline const std::vector<platform::Plogp>& exact_plogps() {
    static const std::vector<platform::Plogp> kCases{exact_plogp(1, 700, 1), exact_plogp(900, 100, 1),
                                                     exact_plogp(100000, 3, 1), exact_plogp(0, 64, 2)};
    return kCases;
}

}  // namespace causeway::test
