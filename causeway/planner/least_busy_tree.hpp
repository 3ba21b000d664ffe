/// A tree between clusters for long data that goes both ways over it.
#pragma once

#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/planner/task.hpp"

#include <vector>

namespace causeway::planner {

/// The tree, from the task's first group on, in which what is busiest (a host's interface, what a cluster or a group of
/// them lets out) is as little busy with a segment of this size as choosing link by link makes it, and which reaches
/// everybody as early as that allows. A cluster that lets much through has many neighbours in it, a narrow one stands
/// at its end. Empty where some group cannot be reached.
///
/// Source: ours; of one direction, Beaumont, Marchal and Robert 2005, section 4 (growing a tree of least weighted
/// degree).
[[nodiscard]] std::vector<inter_cluster::Send> least_busy_tree(const Task& task, Bytes segment);

}  // namespace causeway::planner
