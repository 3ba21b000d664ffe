/// Several trees at once: few spanning trees with weights that together come near the bound.
///
/// Beaumont, Marchal and Robert stop at one tree as several are "difficult to enforce in practice". By Edmonds' theorem
/// the bound's rates can be packed with spanning trees; few suffice.
#pragma once

#include "causeway/steady_state/throughput_bound.hpp"
#include "causeway/tree/broadcast_tree.hpp"

#include <cstdint>
#include <vector>

namespace causeway::steady_state {

struct WeightedTree {
    double weight = 0.0;    ///< slices per second that take this tree
    tree::TreeEdges edges;  ///< from the source on
};

struct Packing {
    double throughput = 0.0;  ///< slices per second: the sum of the weights
    std::vector<WeightedTree> trees;
};

struct PackingEffort {
    int most_trees = 8;  ///< 0: as many as it takes to reach the bound (unlimited_packing.hpp)
    std::uint64_t seed = 1;
};

/// Packings of one graph with few trees and with more: what their searches begin with is found once.
class Packer {
public:
    /// All outlive it. Throws SolverError when the solver gives up, as does what follows.
    Packer(const graph::Graph& graph, const graph::Resources& resources, int source, const ThroughputBound& bound);

    /// The packing of pack(), of at least one tree.
    [[nodiscard]] Packing pack(const PackingEffort& effort) const;

private:
    const graph::Graph* graph_;
    const graph::Resources* resources_;
    int source_;
    const ThroughputBound* bound_;
    Packing many_;  ///< as many trees as it takes, or nearly
};

/// At most `effort.most_trees` trees whose weights keep every resource at or below 1. The heaviest trees of an
/// unlimited packing, and others, are changed together until they share the resources well (tree_search.hpp). How many
/// steps that takes depends on the graph and the number of trees, never on the time: milliseconds for up to ten nodes,
/// up to some seconds for fifty with 500 edges. The same result each time. Throws SolverError when the solver gives up.
[[nodiscard]] Packing pack(const graph::Graph& graph, const graph::Resources& resources, int source,
                           const ThroughputBound& bound, const PackingEffort& effort);

}  // namespace causeway::steady_state
