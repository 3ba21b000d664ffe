#include "causeway/steady_state/verify.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace causeway::steady_state {

namespace {

constexpr double kRounding = 1e-9;

std::vector<std::string> faults_of_tree(const tree::TreeEdges& edges, const graph::Graph& graph, int source,
                                        std::size_t number) {
    std::vector<std::string> faults;
    std::vector<bool> reached(graph.nodes.size(), false);
    reached[static_cast<std::size_t>(source)] = true;
    for (const int e : edges) {
        if (e < 0 || e >= graph.num_edges()) {
            faults.push_back(fmt::format("tree {}: there is no edge {}", number, e));
            continue;
        }
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        const std::string& to = graph.nodes[static_cast<std::size_t>(edge.to)];
        if (!reached[static_cast<std::size_t>(edge.from)]) {
            faults.push_back(fmt::format("tree {}: {} is to send to {} what nothing has brought to it", number,
                                         graph.nodes[static_cast<std::size_t>(edge.from)], to));
        }
        if (reached[static_cast<std::size_t>(edge.to)]) {
            faults.push_back(fmt::format("tree {}: {} receives twice, or is the source", number, to));
        }
        reached[static_cast<std::size_t>(edge.to)] = true;
    }
    for (std::size_t node = 0; node < reached.size(); ++node) {
        if (!reached[node]) {
            faults.push_back(fmt::format("tree {}: {} receives nothing", number, graph.nodes[node]));
        }
    }
    return faults;
}

}  // namespace

std::vector<std::string> verify(const Packing& packing, const graph::Graph& graph, const graph::Resources& resources,
                                int source) {
    std::vector<std::string> faults;
    std::vector<double> busy(static_cast<std::size_t>(resources.size()), 0.0);
    double sum = 0.0;
    for (std::size_t k = 0; k < packing.trees.size(); ++k) {
        const WeightedTree& tree = packing.trees[k];
        const std::vector<std::string> of_tree = faults_of_tree(tree.edges, graph, source, k);
        faults.insert(faults.end(), of_tree.begin(), of_tree.end());
        if (!(tree.weight > 0.0)) {
            faults.push_back(fmt::format("tree {}: its weight is {}", k, tree.weight));
        }
        sum += tree.weight;
        for (const int e : tree.edges) {
            if (e < 0 || e >= graph.num_edges()) {
                continue;
            }
            for (int r = 0; r < resources.size(); ++r) {
                for (const graph::Share& share : resources[r].shares) {
                    if (share.edge == e) {
                        busy[static_cast<std::size_t>(r)] += tree.weight * share.time.value();
                    }
                }
            }
        }
    }
    if (sum != packing.throughput && !(std::abs(sum - packing.throughput) <= kRounding * packing.throughput)) {
        faults.push_back(fmt::format("the weights add up to {}, not to {}", sum, packing.throughput));
    }
    for (int r = 0; r < resources.size(); ++r) {
        const double load = busy[static_cast<std::size_t>(r)];
        if (!(load <= 1.0 + kRounding)) {
            faults.push_back(fmt::format("{} would be busy for {} seconds a second", resources[r].name, load));
        }
    }
    return faults;
}

}  // namespace causeway::steady_state
