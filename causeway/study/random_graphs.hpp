/// Random platform graphs: what broadcast trees are compared on.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/base/units.hpp"
#include "causeway/graph/graph.hpp"

namespace causeway::study {

/// The share of the ordered pairs of nodes that have an edge; 0 for a single node. With links both ways it is also the
/// share of the unordered pairs that are joined.
[[nodiscard]] double density(const graph::Graph& graph);

/// The random platforms of Beaumont, Marchal and Robert (2005), section 5: bandwidths are normal.
///
/// The source gives densities of 0.04 to 0.20 and defines neither the density nor how graphs become connected. Here
/// each unordered pair of nodes is joined, both ways, with probability `density`; then, until all nodes are connected,
/// a link joins two random nodes of different components. Joined pairs among all pairs is the usual meaning of density,
/// and the one that fits the source's other figure, 0.05 to 0.15 for Tiers platforms of 30 and 65 nodes, of which the
/// spanning tree alone has 0.067 and 0.031. A connected graph has at least density 2 / nodes: what comes out for 10
/// nodes and 0.04 is nearly a tree, of density 0.2 (`density` says). Each direction of a link draws a bandwidth of its
/// own: the source's T_uv belongs to a directed edge.
struct RandomGraphs {
    int nodes = 20;
    double density = 0.08;  ///< in [0, 1]
    BytesPerSecond mean{100e6};
    /// Less than a quarter of the mean. Bandwidths more than four deviations from the mean, one in 16,000, are drawn
    /// again: none comes near 0, and mean and deviation stay what they are (the deviation to 0.1 %).
    BytesPerSecond deviation{20e6};
    Bytes slice{1'000'000};
};

/// A connected graph of nodes "p0", "p1", ..., with send_u = 0.80 of the fastest edge out of u and no latencies. The
/// same for the same state of `random`. Throws InputError for parameters that make no graph.
[[nodiscard]] graph::Graph random_graph(const RandomGraphs& family, base::Random& random);

}  // namespace causeway::study
