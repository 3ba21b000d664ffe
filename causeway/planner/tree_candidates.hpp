/// Trees and what a broadcast over them takes, by what makes them; see source/ for the files.
#pragma once

#include "causeway/planner/task.hpp"

#include <vector>

namespace causeway::planner {

/// A tree and what a broadcast over it takes.
struct TreeCandidate {
    plan::Tree tree;
    Seconds time;
    Basis basis = Basis::kClosedForm;
};

/// For processes of one cluster: each strategy between its hosts; the hosts in the order that suits them best where
/// they are not alike.
[[nodiscard]] std::vector<TreeCandidate> one_cluster_candidates(const Task& task);

/// Whole messages between the coordinators of several clusters in the order of each heuristic, then the best strategy
/// inside each.
[[nodiscard]] std::vector<TreeCandidate> two_level_candidates(const Task& task);

/// One pipeline from the root to the last process of several clusters: along the best path and the trees of the
/// heuristics, with each strategy that lets all segments take the same way.
[[nodiscard]] std::vector<TreeCandidate> pipeline_candidates(const Task& task);

/// The same, and after them the same trees for a message that goes as a whole.
[[nodiscard]] std::vector<TreeCandidate> pipeline_and_one_segment_candidates(const Task& task);

/// Pipelines over several trees between the clusters at once: each way that the request proposes, with each strategy
/// that lets all segments take the same way inside the clusters. Where one flow does not fill a link of theirs, also
/// with several coordinators, and then over the single trees of pipeline_candidates(), too. `known`: what some other
/// plan takes; what promises much more is left out.
[[nodiscard]] std::vector<TreeCandidate> tree_candidates(const Task& task, Seconds known);

/// One tree from each cluster, in the order of the task's groups.
using TreesOfClusters = std::vector<plan::Tree>;

/// From every cluster the tree of the shortest ways (Dijkstra 1959) of a message of this size, those to whom the
/// longest ways lead first; one for each of these strategies inside the clusters. None where some cluster is not
/// reached.
[[nodiscard]] std::vector<TreesOfClusters> trees_by_shortest_ways(const Task& task, Bytes message,
                                                                  std::vector<strategy::TunedStrategy> inside);

}  // namespace causeway::planner
