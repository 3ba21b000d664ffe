/// The periodic schedule of several trees between clusters: which segment goes where in which order, again and again.
#pragma once

#include "causeway/plan/tree.hpp"
#include "causeway/planner/task.hpp"

#include <map>
#include <utility>
#include <vector>

namespace causeway::planner {

/// [from cluster, to cluster] -> how many flows the segments take there in turn (platform::flow_ends); one where it
/// says nothing.
using FlowsOfLinks = std::map<std::pair<int, int>, int>;

/// The steps of a period of `segment`-sized segments: they take `trees` in turn, as evenly mixed as their numbers
/// allow. Every step has its place at the time (modulo the period) at which, by the model, its segment can be there, so
/// that no process waits for a segment that is still on its way while it could send another: the trees' depths and the
/// routes' latencies become lags. `inside` is what the clusters do with the segments. Where a
/// link has several `flows`, each is between two coordinators; who is not the one who got a segment sends it once it
/// has come through the cluster.
[[nodiscard]] std::vector<plan::PeriodStep> period_of(const Task& task, const ClusterTrees& trees, Bytes segment,
                                                      const std::vector<plan::LocalChoice>& inside,
                                                      const FlowsOfLinks& flows = {});

}  // namespace causeway::planner
