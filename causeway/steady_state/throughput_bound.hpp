/// The bound: how many slices a second any broadcast, reduction or allreduce can carry, over as many trees as it likes,
/// with a proof.
///
/// The linear program of Beaumont, Marchal and Robert (MTP) in its small form (models.md section 4): maximise TP over
/// rates n_e >= 0 such that no resource is busy for more than a second a second and every cut between the source and
/// some node carries TP. Cuts are added as they are found violated. Of a reduction it is the cuts between some node and
/// the root; of an allreduce both: a slice leaves and enters every set of nodes.
#pragma once

#include "causeway/graph/resources.hpp"
#include "causeway/steady_state/certificate.hpp"

#include <string>
#include <vector>

namespace causeway::steady_state {

/// An optimal solution with its certificate.
struct ThroughputBound {
    double throughput = 0.0;      ///< TP, slices per second; what the rates below really carry
    std::vector<double> rates;    ///< n_e, [edge], slices per second; no resource is above 1
    std::vector<double> prices;   ///< [resource]: by how much TP grows with each second per second more of it, >= 0
    std::vector<PricedCut> cuts;  ///< those with a weight, heaviest first
    /// (dual value - throughput) / dual value, each recomputed from its own solution: how much room is left for doubt.
    double gap = 0.0;
    /// What limits, for people: "the uplink of site b, which everything into b0, b1 passes".
    std::string binding;
};

/// The bound of what is carried from `source` (to it, both), which reaches every node (is reached by every node, both);
/// infinite where there is no other node. Every edge takes time of some resource. Throws SolverError when the solver
/// gives up.
[[nodiscard]] ThroughputBound throughput_bound(const graph::Graph& graph, const graph::Resources& resources, int source,
                                               Spread spread = Spread::kOneToAll);

}  // namespace causeway::steady_state
