/// The tree by which everybody has one whole message first (STA): the optimum, for small graphs.
///
/// A branch and bound over who sends to whom next: transfers in the order of their starts, each as early as its
/// resources are free. Cut off is what the shortest ways to the nodes that are left do not let finish before the best
/// tree so far, and what is nowhere ahead of something seen before with the same nodes reached (dominance). Finding the
/// best tree is NP-complete, so there is a limit of nodes and of states, and the result says whether it is proved.
///
/// Exact on every list of resources but one: where senders have send times of their own (send-link-receive) and a
/// shared resource follows them, whoever starts first is taken to pass first.
/// Source: the problem is STA of Beaumont, Marchal, Robert; the method as inter_cluster/branch_and_bound.hpp.
#pragma once

#include "causeway/graph/resources.hpp"
#include "causeway/tree/broadcast_tree.hpp"

#include <cstdint>

namespace causeway::tree {

/// Larger graphs are not attempted.
inline constexpr int kMostNodesForOptimum = 12;
/// Of one search: a second or so.
inline constexpr std::int64_t kMostMakespanStates = 200'000;

struct LeastMakespan {
    Seconds time;
    TreeEdges edges;  ///< in the order of the starts
    bool is_proved = true;
    std::int64_t states = 0;  ///< looked at
};

/// `source` reaches all of at most kMostNodesForOptimum nodes. `known`: a makespan that some tree has, `known_tree`,
/// which is the answer where nothing is found below it.
[[nodiscard]] LeastMakespan least_makespan(const graph::Graph& graph, const graph::Resources& resources, int source,
                                           Seconds known, const TreeEdges& known_tree,
                                           std::int64_t most_states = kMostMakespanStates);

}  // namespace causeway::tree
