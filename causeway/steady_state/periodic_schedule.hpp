/// A periodic one-port schedule of a packing: who sends which slices to whom when, period after period.
///
///     slices of a tree over an edge      T_uv each, n_k of tree k in a period
///     senders and receivers              a bipartite graph; the weight of (u, v) is how long u sends to v in a period
///     rounds                             matchings of it: nobody sends to two at once or receives from two at once
///
/// All of it in the bidirectional one-port model: nothing but outgoing and incoming ports is scheduled. A slice that is
/// in flight when a round ends goes on in a later round between the same two nodes.
/// Source: Birkhoff (1946), von Neumann (1953): a table with equal sums in rows and columns is a sum of permutations;
/// the way from the linear program to the schedule is that of Beaumont, Marchal, Robert.
#pragma once

#include "causeway/steady_state/packing.hpp"

#include <cstdint>
#include <vector>

namespace causeway::steady_state {

/// Slices of one tree that an edge carries in a period.
struct EdgeLoad {
    int edge = 0;
    int tree = 0;    ///< in the packing
    int slices = 0;  ///< per period
};

/// What goes on at once, for a while: edges no two of which leave one node or enter one node.
struct Round {
    Seconds duration;
    std::vector<int> edges;  ///< ascending
};

struct PeriodicSchedule {
    Seconds period;
    std::vector<int> slices;      ///< [tree of the packing]: in one period
    double throughput = 0.0;      ///< slices per second: their sum over the period
    std::vector<EdgeLoad> loads;  ///< by edge, then by tree
    /// One after another they last as long as the busiest port is busy in a period, and each edge is in rounds for as
    /// long as its slices take. At most |E| + 2 n of them.
    std::vector<Round> rounds;
};

/// The schedule of the packing with at most `most_slices` slices a period (slices.hpp states what rounding loses). The
/// packing keeps outgoing and incoming ports at or below 1, and there is more than one node.
[[nodiscard]] PeriodicSchedule periodic_schedule(const graph::Graph& graph, const Packing& packing, int most_slices);

/// Until everybody has so many slices: each node passes on in a period what has come to it by the period's beginning,
/// so that a slice takes a period for each edge of its tree, and more where latencies are longer. `packing`: the
/// schedule's. `slices` >= 1.
[[nodiscard]] Seconds time_in_rounds(const graph::Graph& graph, const Packing& packing,
                                     const PeriodicSchedule& schedule, std::int64_t slices);

}  // namespace causeway::steady_state
