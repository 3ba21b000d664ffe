/// What heuristics for one tree and packings of several make of one platform graph, beside the bound.
#pragma once

#include "causeway/steady_state/packing.hpp"
#include "causeway/steady_state/throughput_bound.hpp"
#include "causeway/tree/heuristic.hpp"
#include "causeway/tree/least_makespan.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace causeway::study {

struct TreeQuestion {
    std::vector<const tree::Heuristic*> heuristics;
    /// At most how many trees the packings have, rising; may be empty. Each >= 1.
    std::vector<int> packings;
    tree::TreeEffort effort;  ///< its seed is that of the packings, too
    /// Told now and then which share is done; may be null.
    std::function<void(double)> progress;
};

/// The tree of one heuristic.
struct TreeAnswer {
    const tree::Heuristic* heuristic = nullptr;
    tree::TreeEdges edges;
    double throughput = 0.0;  ///< slices per second, from the load of the edges
    double ratio = 1.0;       ///< to the bound
    Seconds makespan;         ///< of one slice that goes by itself: until everybody has it
};

struct PackingAnswer {
    int most_trees = 1;
    steady_state::Packing packing;  ///< verified (steady_state/verify.hpp)
    double ratio = 1.0;             ///< to the bound
};

struct TreeComparison {
    steady_state::ThroughputBound bound;
    std::vector<TreeAnswer> trees;        ///< as in TreeQuestion::heuristics
    std::vector<PackingAnswer> packings;  ///< as in TreeQuestion::packings; more trees are never worse
    /// Of one slice by itself; none of more than tree::kMostNodesForOptimum nodes, and where no heuristic was asked
    /// for.
    std::optional<tree::LeastMakespan> least_makespan;

    /// The least that is known.
    [[nodiscard]] Seconds shortest_makespan() const;
};

/// `source` reaches every node. The same answer for the same question. A packing of one tree is that of the local
/// search. Throws SolverError when the linear program cannot be solved, Error when a packing turns out to be wrong.
[[nodiscard]] TreeComparison compare(const graph::Graph& graph, const graph::Resources& resources, int source,
                                     const TreeQuestion& question);

/// Heuristics of a list "all" or "a,b,c", each once, in the order given. Throws InputError that names `option`.
[[nodiscard]] std::vector<const tree::Heuristic*> tree_heuristics_named(std::string_view text,
                                                                        const std::string& option);

/// 1, 2, 4, ... up to `most` and `most` itself.
[[nodiscard]] std::vector<int> tree_counts_up_to(int most);

}  // namespace causeway::study
