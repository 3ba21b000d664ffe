/// What a placement costs: how long the slowest process computes, the busiest resource takes, how long messages are on
/// their way, and what all of them take one after another.
#pragma once

#include "causeway/base/units.hpp"

#include <algorithm>

namespace causeway::mapping {

/// Placements are compared by `objective`.
struct PlacementCost {
    Seconds computing = {};     ///< of all processes, the longest that one computes, at the speed of its host
    Seconds busiest = {};       ///< of everything that traffic shares, what all of it keeps busy for longest
    Seconds longest_wait = {};  ///< of all pairs, the most that the latencies of one's messages sum up to, one way
    Seconds sum = {};  ///< over all pairs i, j of bytes_ij * beta(place of i, place of j) + messages_ij * L(...)
    int num_processes = 0;

    /// What each process would take for its messages one after another, on the mean, counts beside the other two.
    [[nodiscard]] static double share_of_sum(int num_processes) { return 1.0 / std::max(num_processes, 1); }

    /// Who computes longest keeps the others waiting. What all processes send at once takes until the busiest resource
    /// has let it through and the last message of the farthest pair has arrived: of one pair each follows the one
    /// before, as those of iterations do. What does not go at once goes one after another: the sum, shared by the
    /// processes, which work side by side. A trace does not tell how much is which, and both count. Less is better.
    [[nodiscard]] Seconds objective() const {
        return computing + busiest + longest_wait + share_of_sum(num_processes) * sum;
    }
};

}  // namespace causeway::mapping
