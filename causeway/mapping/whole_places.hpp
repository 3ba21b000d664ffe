/// Changes of all processes at two places at once, which single swaps do not find.
#pragma once

#include "causeway/mapping/talks.hpp"
#include "causeway/mapping/target.hpp"

#include <vector>

namespace causeway::mapping {

/// Where clusters are joined by unlike links it matters which group of processes is on which: as long as that lowers
/// the objective, the two of the first `num_places` places, of equal capacity, whose processes gain most by changing
/// places do so. Interfaces of hosts that take one process are not looked at, so that the objective of the answer may
/// be above that of what is given. O(places^3) for each change, and only up to 256 places.
[[nodiscard]] std::vector<int> with_places_exchanged(const Talks& talks, const Target& target,
                                                     std::vector<int> place_of, int num_places);

}  // namespace causeway::mapping
