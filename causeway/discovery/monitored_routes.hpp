/// Routes between clusters that monitoring knows well enough not to be measured.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/known_way.hpp"
#include "causeway/discovery/route.hpp"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace causeway::discovery {

/// What monitoring says of two hosts and is believed.
struct BelievedMonitoring {
    base::SquareMatrix<double> latencies;                          ///< [from][to] seconds; infinite: not known
    base::SquareMatrix<std::optional<BytesPerSecond>> bandwidths;  ///< [from][to]
};

/// The way from one cluster to another by monitoring, medians over the pairs of their hosts. Nothing unless latency and
/// bandwidth are known that way, or the other, which then counts for both.
[[nodiscard]] std::optional<KnownWay> monitored_way(const BelievedMonitoring& monitoring, const std::vector<int>& from,
                                                    const std::vector<int>& to);

/// By how much the latency from `from` to `to` exceeds the one back, medians over the pairs of hosts; nothing if that
/// is less than 20 %, or not known both ways.
[[nodiscard]] std::optional<Seconds> monitored_difference(const BelievedMonitoring& monitoring,
                                                          const std::vector<int>& from, const std::vector<int>& to);

/// Pairs of clusters, the lower one first, whose routes monitoring knows, and of which one at least has two hosts: what
/// a message costs its hosts is measured inside it. Increasing.
[[nodiscard]] std::vector<std::pair<int, int>> monitored_links(const BelievedMonitoring& monitoring,
                                                               const clustering::Partition& clusters);

/// The routes between each two of `links`, in one direction if both are within 20 % of each other, else in both. L from
/// monitoring; g(m) = g(0) + m / bandwidth, never below g(m) inside a cluster; g(0) and the overheads are those
/// measured inside the one of the two clusters where they are larger, `inside`: routes within clusters. Links of which
/// neither cluster is among `inside` are left out.
[[nodiscard]] std::vector<Route> monitored_routes(const BelievedMonitoring& monitoring,
                                                  const clustering::Partition& clusters,
                                                  std::span<const std::pair<int, int>> links,
                                                  std::span<const Route> inside);

/// Whether a measured route and monitoring say grossly different things of the rate: by more than half, either way.
[[nodiscard]] bool is_rate_grossly_off(const platform::Plogp& measured, BytesPerSecond monitored);

}  // namespace causeway::discovery
