/// Links between clusters, seen at a glance: round trip and pace, instead of experiments with many sizes.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/link_pace.hpp"
#include "causeway/discovery/route.hpp"

#include <span>
#include <vector>

namespace causeway::discovery {

/// What was seen of one direction of a link.
struct Glance {
    int from = 0;        ///< a cluster
    int to = 0;          ///< a cluster
    Seconds round_trip;  ///< of empty messages
    Bytes size;          ///< of the messages whose pace it is
    Pace pace;

    friend bool operator==(const Glance&, const Glance&) = default;
};

/// The routes between clusters that were looked at in both directions; one direction if both are within 20 % of each
/// other, with their mean, else both. g(m) grows from g(0) as the pace says; L is half the round trip without g(0).
/// g(0) and the overheads are what hosts take inside the clusters, which do not pass data on faster over a link than
/// there (known_way.hpp); where neither was measured inside, they are those of the slowest of all that were, or where
/// none was those of a link. `measured`: routes within clusters or between them, one at least.
[[nodiscard]] std::vector<Route> routes_of(std::span<const Glance> glances, std::span<const Route> measured);

}  // namespace causeway::discovery
