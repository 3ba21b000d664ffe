/// How fast an operation can be on a graph, whatever ways its data takes and however many, with both sides of a proof.
///
/// Of operations in which all have the same data, the rates of edges that carry it and the cuts that it has to cross
/// (steady_state/throughput_bound.hpp); of those in which processes have data of their own, the ways of it and their
/// prices (steady_state/demands.hpp). An allreduce is bounded by the cuts in both directions.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/graph/graph.hpp"
#include "causeway/graph/resources.hpp"
#include "causeway/scheme/scheme.hpp"
#include "causeway/steady_state/certificate.hpp"
#include "causeway/steady_state/demands.hpp"

#include <string>
#include <vector>

namespace causeway::bound {

struct GraphBound {
    /// Some resource is busy for at least so long with a slice of each process's data, of the whole where all have the
    /// same; 0 of barriers and of one node.
    Seconds time;
    /// What takes so long exists: the ways or the rates below.
    Seconds reached;
    double gap = 0.0;  ///< (reached - time) / reached, each recomputed from its own solution
    /// [resource], >= 0, of sum 1: what the operation keeps busy costs `time` at least, by them.
    std::vector<double> prices;
    /// Where all have the same data: on no edge do the cuts that it crosses weigh more than what it keeps busy costs,
    /// divided by `time`. Their weights add up to 1.
    std::vector<steady_state::PricedCut> cuts;
    std::vector<double> rates;  ///< the same: [edge], slices per second
    /// Where processes have data of their own: what is asked, and the ways that together carry it. Those of operations
    /// that come up lead, as their demands do, from where data arrives to where it is from.
    std::vector<steady_state::Demand> demands;
    std::vector<steady_state::Way> ways;
    /// No whole operation takes less, by latencies alone: to the node that is farthest from the root, or to it; between
    /// the two that are farthest from each other.
    Seconds latency;
    /// [resource] that has a price; else 0: it cannot be busy before data reaches it, nor when what still has to be
    /// reached would be too late.
    std::vector<Seconds> idle;
    std::string binding;  ///< for people: "the uplink of site b (80 %), the downlink of site c (20 %)"

    /// No operation with so many slices of each process's data takes less, whichever of the resources it uses.
    [[nodiscard]] Seconds of(double slices) const;
};

/// Not for scans, which follow ranks. `source`: the root's node, of rooted operations. `slices`: what processes of each
/// node have, [node], > 0. The operation is possible: every node that has to hear of another can be reached from it.
/// Every edge takes time of some resource. Throws SolverError when the solver gives up.
[[nodiscard]] GraphBound bound_on_graph(scheme::Operation operation, const graph::Graph& graph,
                                        const graph::Resources& resources, int source,
                                        const std::vector<double>& slices);

}  // namespace causeway::bound
