/// What an operation must bring across a border, whatever its plan.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstdint>

namespace causeway::planner {

/// What must cross the border of a cluster or of a host.
struct BorderTraffic {
    Bytes in;
    Bytes out;
};

/// Of `inside` processes beside `outside` others, for messages of so many bytes. Nothing where that depends on who is
/// whose neighbour, and of scans, which are bounded as two others.
[[nodiscard]] BorderTraffic border_traffic(scheme::Operation operation, bool holds_root, std::int64_t inside,
                                           std::int64_t outside, Bytes message);

}  // namespace causeway::planner
