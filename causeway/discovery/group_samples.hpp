/// Whether groups of clusters are one place in what their links carry, as they are in how far they are.
///
/// Latencies say which clusters are one place for all others (cluster_groups.hpp), and of such a group only the first
/// cluster's links are measured. Where each cluster has an uplink of its own they may carry something else: one look
/// from each to the outside tells, and, as a look may be disturbed, a second one where the first contradicts.
#pragma once

#include "causeway/discovery/cluster_groups.hpp"
#include "causeway/discovery/glances.hpp"
#include "causeway/discovery/route.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace causeway::discovery {

/// A link for which that of the group's first cluster stands, and which is looked at.
struct GroupSample {
    int group = 0;    ///< index into the groups
    int member = 0;   ///< a cluster
    int outside = 0;  ///< a cluster

    /// The lower cluster first.
    [[nodiscard]] std::pair<int, int> link() const { return std::minmax(member, outside); }

    friend bool operator==(const GroupSample&, const GroupSample&) = default;
};

/// One from each group or cluster directly inside a group, but the first, to a cluster outside among those with the
/// fastest links: there it shows most. One of each group comes first, then another of each. `measured`: routes, none
/// for which others stand.
[[nodiscard]] std::vector<GroupSample> samples_of(const ClusterGroups& groups, int num_clusters,
                                                  std::span<const Route> measured);

/// Those that may be looked at at once: no two of a step leave or enter the same cluster or group, whose uplink they
/// would share. As each step takes its time there are at most `most_steps`: of many groups, or parts, the first ones
/// are tried.
[[nodiscard]] std::vector<std::vector<GroupSample>> steps_of(std::span<const GroupSample> samples,
                                                             const ClusterGroups& groups, int num_clusters,
                                                             std::size_t most_steps);

/// The samples that are not like the links that stand for them, in some direction. The first of `known` that is about a
/// link counts.
[[nodiscard]] std::vector<GroupSample> unlike_stand_ins(const ClusterGroups& groups,
                                                        std::span<const GroupSample> samples,
                                                        std::span<const Route> known, std::span<const Glance> looks);

/// The samples, and the links that stand for them: each link once.
[[nodiscard]] std::vector<GroupSample> with_stand_ins_of(const ClusterGroups& groups,
                                                         std::span<const GroupSample> samples);

/// The groups that have none of these samples, nor any group in them.
[[nodiscard]] ClusterGroups groups_without(const ClusterGroups& groups, std::span<const GroupSample> samples);

}  // namespace causeway::discovery
