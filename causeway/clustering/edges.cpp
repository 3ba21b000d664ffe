#include "causeway/clustering/edges.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace causeway::clustering {

std::vector<Edge> edges_by_cost(const platform::DistanceMatrix& matrix) {
    std::vector<Edge> edges;
    for (int a = 0; a < matrix.size(); ++a) {
        for (int b = a + 1; b < matrix.size(); ++b) {
            if (const auto cost = matrix.between(a, b)) {
                edges.push_back({a, b, *cost});
            }
        }
    }
    std::sort(edges.begin(), edges.end(),
              [](const Edge& x, const Edge& y) { return std::tie(x.cost, x.a, x.b) < std::tie(y.cost, y.a, y.b); });
    return edges;
}

Partition partition_by_label(const std::vector<int>& label) {
    Partition result;
    std::unordered_map<int, std::size_t> place;
    for (std::size_t host = 0; host < label.size(); ++host) {
        const auto [entry, is_new] = place.emplace(label[host], result.size());
        if (is_new) {
            result.emplace_back();
        }
        result[entry->second].push_back(static_cast<int>(host));
    }
    return result;
}

std::vector<int> labels_of(const Partition& clusters, int num_hosts) {
    std::vector<int> labels(static_cast<std::size_t>(num_hosts), 0);
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
        for (const int host : clusters[cluster]) {
            labels[static_cast<std::size_t>(host)] = static_cast<int>(cluster);
        }
    }
    return labels;
}

}  // namespace causeway::clustering
