/// A platform of which some links have become slower or faster: what was measured again, put in its place.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <string>
#include <vector>

namespace causeway::platform {

/// What a link costs now, in multiples of what it cost when the platform was measured.
struct LinkFactors {
    double gap = 1.0;
    double latency = 1.0;

    friend bool operator==(const LinkFactors&, const LinkFactors&) = default;
};

/// [from cluster][to cluster]; all 1: as it was measured.
using Renewal = base::SquareMatrix<LinkFactors>;

/// One look at one direction of a link.
struct LinkLook {
    int from = 0;  ///< index of a cluster
    int to = 0;    ///< index of a cluster
    Bytes size;    ///< of the messages
    Seconds gap;   ///< least time between two of them
    Seconds round_trip;

    friend bool operator==(const LinkLook&, const LinkLook&) = default;
};

/// A direction of a link that is now believed to cost something else.
struct LinkChange {
    int from = 0;
    int to = 0;
    LinkFactors before;
    LinkFactors after;

    friend bool operator==(const LinkChange&, const LinkChange&) = default;
};

/// What `looks` say against what is believed, `renewal`: a link has changed where its gap is 30 % off that, or its
/// round trip 30 % and 1 ms; none is faster than the interfaces of hosts at its ends. A link that is again within 20 %
/// of what `measured` says is believed to be as it was.
[[nodiscard]] std::vector<LinkChange> changes(const Platform& measured, const Renewal& renewal,
                                              const std::vector<LinkLook>& looks);

/// `renewal` with `changes` made.
[[nodiscard]] Renewal with(Renewal renewal, const std::vector<LinkChange>& changes);

/// `measured` with its links as they are now. The capacity of an uplink goes with that of its links: by as much as the
/// least changed of those that leave the cluster, if all have become slower or all faster; downlinks likewise. Links
/// that are as they were measured stay as they are. Times of whole collectives are not touched. Additions,
/// multiplications, divisions and comparisons only: equal arguments give equal platforms on every machine.
[[nodiscard]] Platform renewed(const Platform& measured, const Renewal& renewal);

/// "b > c 3.9 times slower, c > b as measured": for people.
[[nodiscard]] std::string describe(const std::vector<LinkChange>& changes, const Platform& platform);

}  // namespace causeway::platform
