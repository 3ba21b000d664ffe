/// What the hosts of a grid see of their network, measured with UDP packets between them: no TCP, whose congestion
/// control would be part of the answer.
///
/// All hosts share one clock, so that latencies are one way. Collective by nature: nothing else may run in the grid.
#pragma once

#include "testbed/grid.hpp"
#include "testbed/state.hpp"

#include <string>
#include <vector>

namespace causeway::testbed {

/// A figure of the grid file and what was seen of it.
struct Observation {
    std::string what;        ///< "latency a to b"
    std::string configured;  ///< with its unit
    std::string seen;
    bool agrees = false;
};

/// Latency, jitter and loss inside every site and of every ordered pair of neighbours (parts.hpp), then the rate of one
/// flow between these and of as many at once as there are hosts for; in a group, its first site stands for it. `grid`
/// is the one that is up in `folder` and does not change. Latencies agree within 5 % and 0.1 ms, jitter within 15 % and
/// 0.1 ms, rates within 10 %, losses within four standard deviations of their number. Enters the grid's user namespace,
/// if it has one, for good. Throws Error.
[[nodiscard]] std::vector<Observation> observe(const Grid& grid, const StateFolder& folder);

}  // namespace causeway::testbed
