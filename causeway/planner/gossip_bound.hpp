/// What parties who all need what all have made one take at least to tell each other.
#pragma once

#include "causeway/base/units.hpp"

#include <vector>

namespace causeway::planner {

/// What a party lets in and out of its own, in messages (of all the data) per second. May be infinite.
struct BorderRates {
    double in = 0.0;
    double out = 0.0;
};

/// So many of the parties take the time that all take at least.
struct GossipBound {
    int num_parties = 0;  ///< the narrowest ones, and all others as one
    Seconds time;         ///< beside the latencies

    /// That pass between them.
    [[nodiscard]] int num_messages() const { return 2 * (num_parties - 1); }
};

/// Of k parties who send each other messages 2k - 2 are needed: before the first one knows of all, each other one has
/// sent, and each other one has to hear after that (the gossip problem with one-way calls; Harary and Schwenk 1974). So
/// much of the data passes the borders of any k - 1 parties and of the others together: the greatest of this for the
/// two narrowest ones and the others, the three narrowest ones and the others ... Nothing of it for less than three.
[[nodiscard]] GossipBound gossip_bound(std::vector<BorderRates> parties);

}  // namespace causeway::planner
