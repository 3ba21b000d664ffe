/// Improves a schedule between clusters by changing it at random, ever less willing to make it worse.
///
/// Threshold accepting (Dueck, Scheuer, 1990) on trees (timed_tree.hpp): a cluster gets another sender, or two
/// clusters trade theirs. Every second change begins with a cluster that the makespan hangs on. The arithmetic is
/// exact or rounds alike everywhere: the same seed and steps give the same schedule on every machine.
#pragma once

#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

/// The best schedule of the heuristics that construct one, by `effort.completion`; they may use up a quarter of the
/// time. `problem` is a reachable part; so is the answer.
[[nodiscard]] std::vector<Send> best_constructed(const ClusterProblem& problem, const OrderEffort& effort);

/// A schedule no worse than `start`, which reaches every cluster. Its bound is that of `simple_bound`; it ends early
/// when it reaches it. One step is one schedule looked at.
[[nodiscard]] Answer improved(const ClusterProblem& problem, const std::vector<Send>& start, const OrderEffort& effort);

/// No schedule is shorter: every cluster is reached by the quickest way, then takes its local time; the root has
/// to send at least once. All clusters can be reached.
[[nodiscard]] Seconds simple_bound(const ClusterProblem& problem, Completion completion);

}  // namespace causeway::inter_cluster
