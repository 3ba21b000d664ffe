/// Which clusters of a placement are alike: what is found out about one of them holds for all of its class, so that
/// planning costs time by classes and not by clusters.
#pragma once

#include "causeway/plan/groups.hpp"
#include "causeway/platform/platform.hpp"

#include <deque>
#include <map>
#include <utility>

namespace causeway::planner {

/// A cluster as if there were no other, without what tells it from others that are alike: its name, its hosts' names,
/// and what crosses its border.
struct ClusterAlone {
    platform::Platform platform;    ///< of one cluster
    platform::Placement placement;  ///< the processes of the group, by number in their order

    friend bool operator==(const ClusterAlone&, const ClusterAlone&) = default;
};

/// Of the groups of one placement, whatever the root: clusters of equal figures, whose processes stand on hosts and
/// NUMA nodes in equal ways, seen from their coordinators.
class GroupClasses {
public:
    /// Both outlive this.
    GroupClasses(const platform::Platform& platform, const platform::Placement& placement)
        : platform_(&platform), placement_(&placement) {}

    /// The number of the group's class; found once for each cluster and coordinator.
    [[nodiscard]] int of(const plan::ClusterGroup& group);

    /// What the groups of a class are; stays where it is.
    [[nodiscard]] const ClusterAlone& alone(int number) const { return classes_[static_cast<std::size_t>(number)]; }

private:
    const platform::Platform* platform_;
    const platform::Placement* placement_;
    std::deque<ClusterAlone> classes_;          ///< stay where they are
    std::map<std::pair<int, int>, int> known_;  ///< [cluster, coordinator]
};

}  // namespace causeway::planner
