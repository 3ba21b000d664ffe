/// The clusters of a platform and the links between them, as a figure.
#pragma once

#include "causeway/platform/platform.hpp"
#include "causeway/report/network_map.hpp"

#include <set>
#include <utility>

namespace causeway::page {

/// Pairs of clusters, in whichever direction.
using ClusterPairs = std::set<std::pair<int, int>>;

/// With latencies and rates, where both are known; of the slower direction. The links of `standing_out` do.
[[nodiscard]] report::NetworkMap map_of(const platform::Platform& platform, const ClusterPairs& standing_out = {});

/// The way from one cluster to another; of a cluster to itself that between two of its hosts. Null: not known.
[[nodiscard]] const platform::Plogp* route_of(const platform::Platform& platform, int from, int to);

}  // namespace causeway::page
