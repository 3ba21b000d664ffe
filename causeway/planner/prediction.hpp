/// How long a plan takes on a model: a closed form for pipelines, and the simulated schedule for any plan.
#pragma once

#include "causeway/model/network_model.hpp"
#include "causeway/plan/tree.hpp"
#include "causeway/planner/local_choice.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/schedule/schedule.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstdint>

namespace causeway::planner {

/// How long one period of a pipeline (a segment; over several trees, all segments of a period) keeps the busiest
/// resource.
[[nodiscard]] Seconds period_duration(const plan::Tree& tree, const platform::Placement& placement,
                                      const model::NetworkModel& model);

/// (time of the first period through all trees) + (k - 1) * (the duration of a period), k periods: exact for a chain
/// under pLogP. Elsewhere an estimate: too long, by the first term at most, where the busiest
/// resource is not on the longest way down the tree; too short where transfers of different segments get in
/// each other's way.
[[nodiscard]] Seconds pipeline_estimate(const plan::Tree& tree, const platform::Placement& placement,
                                        const model::NetworkModel& model);

/// When the receivers of the operation's data are ready.
[[nodiscard]] platform::Receivers receivers_in(scheme::Operation operation);

/// The makespan of the plan's schedule. Long pipelines are simulated until their rhythm is steady and
/// extrapolated from there: within 1 % of the simulation of every segment.
[[nodiscard]] Seconds simulated_time(const plan::Tree& tree, const platform::Placement& placement,
                                     const model::NetworkModel& model);

/// How many transfers simulated_time() simulates.
[[nodiscard]] std::int64_t num_simulated_transfers(const plan::Tree& tree, const platform::Placement& placement);

/// The schedule of a broadcast, `inner`, with its processes numbered by rank, counted from the root on.
[[nodiscard]] schedule::Schedule counted_from_root(const schedule::Schedule& inner, int root);

/// A binomial tree of whole messages in the order of the ranks from the root: what a library that knows
/// nothing of clusters is known to do at its simplest.
[[nodiscard]] Seconds flat_estimate(const platform::Placement& placement, int root, Bytes message,
                                    const model::NetworkModel& model);

/// The simulated time of one strategy's schedule inside a cluster.
[[nodiscard]] Seconds simulated_time(const LocalPrediction& prediction, const platform::Plogp& plogp, int processes,
                                     Bytes message);

}  // namespace causeway::planner
