/// Measured routes beside monitored ones: where they contradict each other, and what each knows that the other does
/// not.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/cluster_groups.hpp"
#include "causeway/discovery/monitored_routes.hpp"
#include "causeway/discovery/route.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace causeway::discovery {

/// A link of which monitoring and the job say grossly different things.
struct ContradictedRate {
    int from = 0;  ///< a cluster
    int to = 0;    ///< a cluster
    BytesPerSecond monitored;
};

struct CombinedRoutes {
    std::vector<Route> routes;
    std::optional<ContradictedRate> contradiction;
    ClusterGroups groups;  ///< those of which one cluster stands for all
};

/// Whether `link`, measured as one of `routes`, contradicts monitoring; nothing if it is not among them.
[[nodiscard]] std::optional<ContradictedRate> contradiction_of(const std::vector<Route>& routes,
                                                               std::pair<int, int> link,
                                                               const BelievedMonitoring& monitoring,
                                                               const clustering::Partition& clusters);

/// `routes`, with measured links in both directions where monitoring says that the latencies of these differ
/// (`monitored_difference`), which half a round trip does not tell: by half the difference more and less, never below
/// 0.
[[nodiscard]] std::vector<Route> with_monitored_directions(std::vector<Route> routes,
                                                           const BelievedMonitoring& monitoring,
                                                           const clustering::Partition& clusters);

/// All pairs of clusters, the lower one first, but `links`.
[[nodiscard]] std::vector<std::pair<int, int>> all_links_but(const std::vector<std::pair<int, int>>& links,
                                                             int num_clusters);

}  // namespace causeway::discovery
