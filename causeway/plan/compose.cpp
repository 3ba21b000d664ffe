#include "causeway/plan/compose.hpp"

#include "causeway/plan/groups.hpp"
#include "causeway/schedule/transforms.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace causeway::plan {

namespace {

using schedule::Builder;
using schedule::Schedule;

/// Composes the parts of one plan over one placement.
class Composer {
public:
    Composer(const Plan& plan, const platform::Placement& placement, std::optional<int> only)
        : plan_(plan),
          num_processes_(placement.num_processes()),
          groups_(groups_of(placement, plan.root)),
          only_(only) {
        for (const ClusterGroup& group : groups_) {
            group_of_cluster_.emplace(group.cluster, &group);
        }
    }

    /// Coordinators pass on all `num_blocks` blocks at once.
    [[nodiscard]] Schedule between_clusters(int num_blocks) const {
        Builder builder(num_processes_, num_blocks, only_);
        for (const ClusterSend& send : plan_.cluster_sends) {
            builder.transfer(group_of_cluster_.at(send.from)->coordinator(),
                             group_of_cluster_.at(send.to)->coordinator(), {0, num_blocks});
        }
        return builder.finish();
    }

    /// Inside a cluster, one block: between the hosts, then inside each host.
    [[nodiscard]] Schedule inside_cluster(const LocalChoice& choice) const {
        const ClusterGroup& group = *group_of_cluster_.at(choice.cluster);
        Schedule result = Builder(num_processes_, 1).finish();
        append(result, *choice.between_hosts, group.leaders());
        for (const HostGroup& host : group.hosts) {
            append(result, *choice.within_host, host);
        }
        return result;
    }

    [[nodiscard]] Schedule one_segment() const {
        Schedule result = between_clusters(1);
        for (const LocalChoice& choice : plan_.local) {
            if (takes_part(choice)) {
                result = concatenate(std::move(result), inside_cluster(choice));
            }
        }
        return result;
    }

    [[nodiscard]] Schedule two_level() const {
        const int num_blocks = plan_.num_blocks();
        Schedule result = between_clusters(num_blocks);
        for (const LocalChoice& choice : plan_.local) {
            if (takes_part(choice)) {
                result = concatenate(std::move(result), cut(inside_cluster(choice), choice, num_blocks));
            }
        }
        return result;
    }

private:
    /// Whether the choice concerns a cluster of this communicator and, with `only_`, that process's cluster.
    [[nodiscard]] bool takes_part(const LocalChoice& choice) const {
        const auto group = group_of_cluster_.find(choice.cluster);
        if (group == group_of_cluster_.end()) {
            return false;
        }
        return !only_ ||
               std::any_of(group->second->hosts.begin(), group->second->hosts.end(), [&](const HostGroup& host) {
                   return std::find(host.begin(), host.end(), *only_) != host.end();
               });
    }

    /// Adds one block by `strategy` among `members`, the first of which has it.
    void append(Schedule& schedule, const strategy::BroadcastStrategy& strategy,
                const std::vector<int>& members) const {
        std::optional<int> only;
        if (only_) {
            const auto place = std::find(members.begin(), members.end(), *only_);
            if (place == members.end()) {
                return;
            }
            only = static_cast<int>(place - members.begin());
        }
        if (members.size() > 1) {
            schedule = concatenate(std::move(schedule), embed(strategy.build(static_cast<int>(members.size()), 1, only),
                                                              members, num_processes_));
        }
    }

    /// A cluster's schedule of one block over the plan's blocks, in the segments of its choice.
    [[nodiscard]] Schedule cut(const Schedule& one_block, const LocalChoice& choice, int num_blocks) const {
        if (!choice.between_hosts->segmented) {
            return refine(one_block, num_blocks, num_blocks);
        }
        const int factor =
            static_cast<int>(std::clamp<std::int64_t>(base::num_parts(choice.segment, plan_.block), 1, num_blocks));
        const int segments = (num_blocks + factor - 1) / factor;
        return refine(schedule::segment(one_block, segments), num_blocks, factor);
    }

    const Plan& plan_;
    int num_processes_;
    std::vector<ClusterGroup> groups_;
    std::map<int, const ClusterGroup*> group_of_cluster_;
    std::optional<int> only_;
};

}  // namespace

Schedule compose_one_segment(const Plan& plan, const platform::Placement& placement, std::optional<int> only) {
    assert(plan.shape == Shape::kPipeline);
    return Composer(plan, placement, only).one_segment();
}

Schedule compose(const Plan& plan, const platform::Placement& placement, std::optional<int> only) {
    assert(plan.shape != Shape::kNative);
    const Composer composer(plan, placement, only);
    return plan.shape == Shape::kPipeline ? schedule::segment(composer.one_segment(), plan.num_blocks())
                                          : composer.two_level();
}

}  // namespace causeway::plan
