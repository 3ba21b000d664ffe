/// What an all-to-all takes among so many processes that nobody looks at its messages one by one.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/scheme/scheme.hpp"

#include <optional>
#include <vector>

namespace causeway::planner {

/// An estimate: all messages hold what they need, one after another, and the longest of them takes its time. Processes
/// of one host are alike, and hosts of one cluster but for how many these are, unless each is known by itself. Of a
/// scheme that passes data on, its messages are counted. Nothing where there are too many of them, or too many clusters
/// and hosts to look at.
[[nodiscard]] std::optional<Seconds> exchange_time(const scheme::Scheme& scheme, schedule::Grain grain, Bytes message,
                                                   const platform::Placement& placement, const model::GridPlogp& model);

/// The same of an exchange without a scheme, in which everybody sends everybody its message.
[[nodiscard]] std::optional<Seconds> all_pairs_time(Bytes message, const platform::Placement& placement,
                                                    const model::GridPlogp& model);

/// What one cluster has for another, at most, when every process has `message` for every other.
[[nodiscard]] Bytes most_between_clusters(const std::vector<plan::ClusterGroup>& groups, Bytes message);

/// The same for all others together.
[[nodiscard]] Bytes most_out_of_clusters(const std::vector<plan::ClusterGroup>& groups, Bytes message);

/// What one process passes on, at most, where what clusters have for each other takes these trees
/// (scheme::exchanged_over_shared_trees()).
[[nodiscard]] Bytes most_passed_on(const std::vector<plan::Tree>& trees, const std::vector<plan::ClusterGroup>& groups,
                                   Bytes message);

}  // namespace causeway::planner
