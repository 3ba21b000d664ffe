/// The exact criterion: a host joins a cluster only if its distance to every member is within the
/// tolerance of every distance inside.
///
///     for all x, y in S, x != y: |w(a,x) - w(x,y)| <= rho * w(x,y)
///
/// Hosts are taken along the edges by increasing cost: an edge founds a cluster of its two ends if it is
/// within the tolerance of the shortest edge of both (two hosts have no inner distance to compare with),
/// and a host joins the cluster of the other end if the criterion holds for all members. A host that
/// fits nowhere is a cluster of its own. Stricter than Lowekamp's: O(N^2) tests for each host.
/// Source: Steffenel, section 4.1.2; Barchet and Mounie, section 4.1.
#include "causeway/clustering/clustering.hpp"
#include "causeway/clustering/edges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace causeway::clustering {

namespace {

bool alike(double distance, double inner, double tolerance) {
    return std::abs(distance - inner) <= tolerance * inner;
}

bool fits(const platform::DistanceMatrix& matrix, const std::vector<int>& cluster, int host, double tolerance) {
    for (const int x : cluster) {
        const auto to_member = matrix.between(host, x);
        if (!to_member) {
            return false;
        }
        for (const int y : cluster) {
            // Every inner pair has a distance: members were let in by this very test.
            if (x != y && !alike(*to_member, *matrix.between(x, y), tolerance)) {
                return false;
            }
        }
    }
    return true;
}

/// The cost of each host's shortest edge; infinite without one.
std::vector<double> shortest_edges(const std::vector<Edge>& edges, std::size_t num_hosts) {
    std::vector<double> shortest(num_hosts, std::numeric_limits<double>::infinity());
    for (const Edge& edge : edges) {
        for (const int end : {edge.a, edge.b}) {
            shortest[static_cast<std::size_t>(end)] = std::min(shortest[static_cast<std::size_t>(end)], edge.cost);
        }
    }
    return shortest;
}

Partition partition_exact(const platform::DistanceMatrix& matrix, double tolerance) {
    const auto n = static_cast<std::size_t>(matrix.size());
    std::vector<int> label(n);
    std::iota(label.begin(), label.end(), 0);
    std::vector<std::vector<int>> members(n);
    for (std::size_t host = 0; host < n; ++host) {
        members[host] = {static_cast<int>(host)};
    }
    const std::vector<Edge> edges = edges_by_cost(matrix);
    const std::vector<double> shortest = shortest_edges(edges, n);
    for (const Edge& edge : edges) {
        const int a = label[static_cast<std::size_t>(edge.a)];
        const int b = label[static_cast<std::size_t>(edge.b)];
        // One host joins a cluster, or two hosts found one; two grown clusters stay apart.
        const bool a_is_larger = members[static_cast<std::size_t>(a)].size() > 1;
        std::vector<int>& cluster = members[static_cast<std::size_t>(a_is_larger ? a : b)];
        std::vector<int>& joining = members[static_cast<std::size_t>(a_is_larger ? b : a)];
        if (a == b || joining.size() > 1) {
            continue;
        }
        const int host = joining.front();
        const bool may_join = cluster.size() > 1
                                  ? fits(matrix, cluster, host, tolerance)
                                  : alike(edge.cost, shortest[static_cast<std::size_t>(edge.a)], tolerance) &&
                                        alike(edge.cost, shortest[static_cast<std::size_t>(edge.b)], tolerance);
        if (may_join) {
            label[static_cast<std::size_t>(host)] = a_is_larger ? a : b;
            cluster.push_back(host);
            joining.clear();
        }
    }
    return partition_by_label(label);
}

}  // namespace

extern constexpr Method exact{
    .name = "exact",
    .summary = "strict: a member's distances to all others are within the tolerance of each other",
    .source = "Steffenel, section 4.1.2",
    .partition = partition_exact,
};

}  // namespace causeway::clustering
