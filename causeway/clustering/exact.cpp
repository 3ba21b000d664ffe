/// The exact criterion: a host joins a cluster only if its distance to every member is within the
/// tolerance of every distance inside.
///
///     for all x, y in S, x != y: |w(a,x) - w(x,y)| <= rho * w(x,y)
///
/// Hosts are taken along the edges by increasing cost; the shortest edge founds a cluster, and a host
/// joins the cluster of the other end if the criterion holds for all members. A host that fits nowhere
/// is a cluster of its own. Stricter than Lowekamp's: O(N^2) tests for each host.
/// Source: Steffenel, section 4.1.2; Barchet and Mounie, section 4.1.
#include "causeway/clustering/clustering.hpp"
#include "causeway/clustering/edges.hpp"

#include <cmath>
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

/// Whether every host of `joining` fits the cluster as it grows.
bool fit_one_by_one(const platform::DistanceMatrix& matrix, std::vector<int> cluster, const std::vector<int>& joining,
                    double tolerance) {
    for (const int host : joining) {
        if (!fits(matrix, cluster, host, tolerance)) {
            return false;
        }
        cluster.push_back(host);
    }
    return true;
}

Partition partition(const platform::DistanceMatrix& matrix, double tolerance) {
    const auto n = static_cast<std::size_t>(matrix.size());
    std::vector<int> label(n);
    std::iota(label.begin(), label.end(), 0);
    std::vector<std::vector<int>> members(n);
    for (std::size_t host = 0; host < n; ++host) {
        members[host] = {static_cast<int>(host)};
    }
    for (const Edge& edge : edges_by_cost(matrix)) {
        const int a = label[static_cast<std::size_t>(edge.a)];
        const int b = label[static_cast<std::size_t>(edge.b)];
        if (a == b) {
            continue;
        }
        std::vector<int>& into = members[static_cast<std::size_t>(std::min(a, b))];
        std::vector<int>& from = members[static_cast<std::size_t>(std::max(a, b))];
        // One host joins a cluster, or two hosts found one; two grown clusters stay apart.
        if (into.size() > 1 && from.size() > 1) {
            continue;
        }
        const bool into_is_larger = into.size() >= from.size();
        const std::vector<int>& larger = into_is_larger ? into : from;
        const std::vector<int>& joining = into_is_larger ? from : into;
        if (!fit_one_by_one(matrix, larger, joining, tolerance)) {
            continue;
        }
        for (const int host : from) {
            label[static_cast<std::size_t>(host)] = std::min(a, b);
        }
        into.insert(into.end(), from.begin(), from.end());
        from.clear();
    }
    return partition_by_label(label);
}

}  // namespace

extern constexpr Method exact{
    .name = "exact",
    .summary = "strict: a member's distances to all others are within the tolerance of each other",
    .source = "Steffenel, section 4.1.2",
    .partition = partition,
};

}  // namespace causeway::clustering
