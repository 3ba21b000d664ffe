/// The way from one cluster to another of which latency and bandwidth are known.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/route.hpp"

#include <span>

namespace causeway::discovery {

struct KnownWay {
    Seconds latency;
    BytesPerSecond bandwidth;

    friend bool operator==(const KnownWay&, const KnownWay&) = default;
};

/// What the hosts of two clusters take for themselves: measured inside the one of the two where messages of no bytes
/// have the larger gap; null if neither is among `inside`, routes within clusters.
[[nodiscard]] const platform::Plogp* hosts_of(int cluster, int other, std::span<const Route> inside);

/// L of `way`; g(m) = g(0) + m / bandwidth, never below g(m) of `hosts`; g(0) and the overheads are theirs.
[[nodiscard]] platform::Plogp plogp_of(const KnownWay& way, const platform::Plogp& hosts);

}  // namespace causeway::discovery
