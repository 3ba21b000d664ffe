/// Changes of all processes at two places at once, which single swaps do not find.
#pragma once

#include "causeway/mapping/talks.hpp"
#include "causeway/mapping/target.hpp"

#include <vector>

namespace causeway::mapping {

/// Where clusters are joined by unlike links it matters which group of processes is on which: as long as that lowers
/// the cost, the two places of equal capacity whose processes gain most by changing places do so. O(places^3) for each
/// change, and only up to 256 places.
[[nodiscard]] std::vector<int> with_places_exchanged(const Talks& talks, const Target& target,
                                                     std::vector<int> place_of);

}  // namespace causeway::mapping
