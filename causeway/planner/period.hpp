/// The periodic schedule of several trees between clusters: which segment goes where in which order, again and again.
#pragma once

#include "causeway/plan/plan.hpp"
#include "causeway/planner/candidates.hpp"

#include <vector>

namespace causeway::planner {

/// The steps of a period of `segment`-sized segments: they take `trees` in turn, as evenly mixed as their numbers
/// allow. Every step has its place at the time (modulo the period) at which, by the model, its segment can be there, so
/// that no process waits for a segment that is still on its way while it could send another: the trees' depths and the
/// routes' latencies become lags. `inside` is what the clusters do with the segments.
[[nodiscard]] std::vector<plan::PeriodStep> period_of(const Task& task, const ClusterTrees& trees, Bytes segment,
                                                      const std::vector<plan::LocalChoice>& inside);

}  // namespace causeway::planner
