/// Lowekamp's greedy clustering: shortest edges first, an edge joins two subnets if it is not much
/// longer than the shortest edge of either end and of either subnet.
///
/// Source: Lowekamp, ECO; Steffenel, Algorithm 1; Barchet and Mounie, Algorithm 1. O(E log E).
#include "causeway/clustering/clustering.hpp"
#include "causeway/clustering/edges.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace causeway::clustering {

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

/// Disjoint sets of hosts, each with its shortest inner edge (infinite for a single host).
class Subnets {
public:
    explicit Subnets(int size)
        : parent_(static_cast<std::size_t>(size)), min_edge_(static_cast<std::size_t>(size), kNone) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    [[nodiscard]] int find(int host) {
        while (parent_[static_cast<std::size_t>(host)] != host) {
            int& parent = parent_[static_cast<std::size_t>(host)];
            parent = parent_[static_cast<std::size_t>(parent)];
            host = parent;
        }
        return host;
    }

    /// Infinite for a single host.
    [[nodiscard]] double min_edge(int subnet) const { return min_edge_[static_cast<std::size_t>(subnet)]; }

    void merge(int a, int b, double cost) {
        const int kept = std::min(a, b);
        const int dropped = std::max(a, b);
        parent_[static_cast<std::size_t>(dropped)] = kept;
        min_edge_[static_cast<std::size_t>(kept)] = std::min({cost, min_edge(a), min_edge(b)});
    }

private:
    std::vector<int> parent_;
    std::vector<double> min_edge_;
};

Partition partition_lowekamp(const platform::DistanceMatrix& matrix, double tolerance) {
    const int n = matrix.size();
    const std::vector<Edge> edges = edges_by_cost(matrix);
    std::vector<double> min_edge(static_cast<std::size_t>(n), kNone);
    for (const Edge& edge : edges) {
        for (const int end : {edge.a, edge.b}) {
            min_edge[static_cast<std::size_t>(end)] = std::min(min_edge[static_cast<std::size_t>(end)], edge.cost);
        }
    }
    Subnets subnets(n);
    const auto too_long = [&](double cost, double reference) { return cost > (1.0 + tolerance) * reference; };
    for (const Edge& edge : edges) {
        const int a = subnets.find(edge.a);
        const int b = subnets.find(edge.b);
        if (a == b || too_long(edge.cost, min_edge[static_cast<std::size_t>(edge.a)]) ||
            too_long(edge.cost, min_edge[static_cast<std::size_t>(edge.b)]) ||
            too_long(edge.cost, subnets.min_edge(a)) || too_long(edge.cost, subnets.min_edge(b))) {
            continue;
        }
        subnets.merge(a, b, edge.cost);
    }
    std::vector<int> label;
    for (int host = 0; host < n; ++host) {
        label.push_back(subnets.find(host));
    }
    return partition_by_label(label);
}

}  // namespace

extern constexpr Method lowekamp{
    .name = "lowekamp",
    .summary = "greedy: shortest edges join subnets while they stay within the tolerance",
    .source = "Lowekamp; Steffenel, Algorithm 1",
    .partition = partition_lowekamp,
};

}  // namespace causeway::clustering
