/// Random platform graphs of three levels, in the manner of the generator Tiers.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/base/units.hpp"
#include "causeway/graph/graph.hpp"

namespace causeway::study {

struct BandwidthRange {
    BytesPerSecond least;
    BytesPerSecond most;
};

/// One network of a level: its nodes lie in a square, its links have bandwidths of a range.
struct NetworkLevel {
    int nodes = 0;
    double side = 0.0;  ///< of the square, metres
    BandwidthRange bandwidth;
};

/// One WAN; MANs each around a node of the WAN; LANs each around a node of a MAN. Nodes lie at random in their squares.
///
/// As in Tiers, the nodes of the WAN and of each MAN are joined by their shortest spanning tree, those of a LAN to its
/// first node, and each MAN and LAN to the network above by the shortest link. Redundant links come on top: a node
/// drawn at random gets the shortest one it does not have yet, to its own network or, one time in four, to the network
/// above it. There are as many as a density asks for that is drawn for each graph, but never fewer than one for five
/// nodes: heuristics cannot differ on a tree. A link between levels has the bandwidth of the upper one, as in Tiers'
/// files.
///
/// Source: Doar, "A Better Model for Generating Test Networks", IEEE Globecom (1996); the densities are those of
/// Beaumont, Marchal and Robert (2005), section 5. Bandwidths and sides are ours: 5 to 20 MB/s over 2000 km, 20 to 60
/// over 50 km, 60 to 125 (Gigabit Ethernet) over 1 km.
struct HierarchicalGraphs {
    NetworkLevel wan{3, 2e6, {BytesPerSecond(5e6), BytesPerSecond(20e6)}};
    NetworkLevel man{3, 50e3, {BytesPerSecond(20e6), BytesPerSecond(60e6)}};
    NetworkLevel lan{6, 1e3, {BytesPerSecond(60e6), BytesPerSecond(125e6)}};
    int mans = 3;
    int lans_per_man = 1;
    double least_density = 0.05;  ///< joined pairs of nodes among all pairs, as in random_graphs.hpp
    double most_density = 0.15;
    Bytes slice{1'000'000};

    [[nodiscard]] int num_nodes() const { return wan.nodes + mans * (man.nodes + lans_per_man * lan.nodes); }
};

/// The source's two sizes: 3 + 3 * (3 + 6) nodes, and 5 + 5 * (4 + 8).
[[nodiscard]] HierarchicalGraphs hierarchy_of_30();
[[nodiscard]] HierarchicalGraphs hierarchy_of_65();

/// A connected graph of nodes "wan0", "man0-1" (of MAN 0), "lan0-1-2" (of LAN 1 of MAN 0). Both directions of a link
/// have its bandwidth, drawn uniformly from its level's range; latencies are lengths at two thirds of the speed of
/// light; send_u = 0.80 of the fastest edge out of u. The same for the same state of `random`. Throws InputError for
/// parameters that make no graph, or fewer pairs of nodes than the densities ask for.
[[nodiscard]] graph::Graph hierarchical_graph(const HierarchicalGraphs& family, base::Random& random);

}  // namespace causeway::study
