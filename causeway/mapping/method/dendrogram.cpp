/// The leaves of the dendrogram of the traffic, poured into the platform's clusters, and again inside each cluster into
/// its hosts: what talks most is near.
///
/// Source: Orduna, Arnau, Duato, section 6: process clusters on network clusters.
#include "causeway/mapping/method/method.hpp"
#include "causeway/mapping/placement_by_levels.hpp"
#include "causeway/mapping/pouring.hpp"

namespace causeway::mapping {

namespace {

std::vector<int> place_dendrogram(const PlacementProblem& problem, const PlacementEffort&) {
    const std::vector<int> in_clusters = pour(problem.talks, problem.clusters);
    return slots_at(problem.hosts, within_clusters(problem, in_clusters, pour));
}

}  // namespace

extern constexpr Method dendrogram{
    .name = "dendrogram",
    .summary = "the leaves of the dendrogram, cluster by cluster and host by host",
    .source = "Orduna et al., section 6",
    .place = place_dendrogram,
};

}  // namespace causeway::mapping
