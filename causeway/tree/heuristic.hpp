/// Heuristics for one broadcast tree that carries slice after slice (STP).
///
/// To add one: write one file beside the others that defines a `Heuristic`, and add its line to heuristics.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/graph/resources.hpp"
#include "causeway/tree/broadcast_tree.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace causeway::tree {

/// How hard a heuristic that searches may try. Counted in steps, not in time: the same answer on every machine.
struct TreeEffort {
    /// About 0.1 s for 50 nodes at density 0.20.
    static constexpr std::int64_t kUsualSteps = 400'000;

    std::int64_t steps = kUsualSteps;  ///< changes tried
    std::uint64_t seed = 1;
};

/// What a heuristic is given: a graph in which the source reaches every node.
struct TreeProblem {
    /// Both outlive the problem.
    const graph::Graph& graph;
    const graph::Resources& resources;
    int source = 0;
    /// [edge]: slices per second in an optimal solution for several trees (steady_state/throughput_bound.hpp); empty
    /// unless the heuristic needs it.
    std::span<const double> rates = {};
    TreeEffort effort = {};
};

struct Heuristic {
    std::string_view name;
    std::string_view summary;
    std::string_view source;
    /// Whether TreeProblem::rates must be there.
    bool needs_rates = false;
    /// Whether it goes along paths of the graph, on which edges may repeat; all others make spanning trees.
    bool is_routed = false;
    /// Whether TreeProblem::effort counts.
    bool searches = false;

    TreeEdges (*build)(const TreeProblem& problem) = nullptr;
};

[[nodiscard]] const base::Registry<Heuristic>& heuristics();

}  // namespace causeway::tree
