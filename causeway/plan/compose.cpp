#include "causeway/plan/compose.hpp"

#include "causeway/plan/groups.hpp"
#include "causeway/schedule/transforms.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace causeway::plan {

namespace {

using schedule::Builder;
using schedule::Schedule;

/// Composes the parts of one tree over one placement.
class Composer {
public:
    Composer(const Tree& tree, const platform::Placement& placement, std::optional<int> only)
        : tree_(tree),
          num_processes_(placement.num_processes()),
          groups_(groups_of(placement, tree.root)),
          only_(only) {
        for (const ClusterGroup& group : groups_) {
            group_of_cluster_.emplace(group.cluster, &group);
        }
    }

    /// Coordinators pass on all `num_blocks` blocks at once.
    [[nodiscard]] Schedule between_clusters(int num_blocks) const {
        Builder builder(num_processes_, num_blocks, only_);
        for (const ClusterSend& send : tree_.cluster_sends) {
            builder.transfer(group_of_cluster_.at(send.from)->coordinator(),
                             group_of_cluster_.at(send.to)->coordinator(), {0, num_blocks});
        }
        return builder.finish();
    }

    /// Inside a cluster, one block: between the hosts, from the given member on, then inside each host.
    [[nodiscard]] Schedule inside_cluster(const LocalChoice& choice, int first_member = 0) const {
        Schedule result = Builder(num_processes_, 1).finish();
        add_inside_cluster(result, choice, first_member);
        return result;
    }

    /// The same behind what is there.
    void add_inside_cluster(Schedule& result, const LocalChoice& choice, int first_member = 0) const {
        const ClusterGroup& group = *group_of_cluster_.at(choice.cluster);
        std::vector<int> places = places_of(choice);
        const int first = group.members()[static_cast<std::size_t>(first_member)];
        std::rotate(places.begin(), std::find(places.begin(), places.end(), first), places.end());
        add_among(result, choice.between_hosts, places, only_);
        if (group.hosts.size() == 1) {
            return;  // its processes are the members
        }
        for (const HostGroup& host : group.hosts) {
            if (host.size() > 1 && concerns(host)) {
                add_among(result, choice.within_host, host, only_);
            }
        }
    }

    [[nodiscard]] Schedule one_segment() const {
        if (tree_.exit == Exit::kLast) {
            return one_segment_from_last_to_next();
        }
        Schedule result = between_clusters(1);
        for (const LocalChoice& choice : tree_.local) {
            if (takes_part(choice)) {
                add_inside_cluster(result, choice);
            }
        }
        return result;
    }

    /// Segments take the trees in turn; what a cluster passes on, it got in the same period or in an earlier one.
    [[nodiscard]] Schedule over_trees(int num_blocks) const {
        const int segments = tree_.segments_per_period();
        std::map<int, std::vector<int>> members;
        for (const ClusterGroup& group : groups_) {
            members.emplace(group.cluster, group.members());
        }
        std::map<std::pair<int, int>, int> receivers;  // [segment, cluster]: who got it; of the root's cluster nobody
        for (const PeriodStep& step : tree_.period) {
            if (!step.is_inside()) {
                receivers[{step.segment, step.to}] = step.receiver;
            }
        }
        std::map<std::pair<int, int>, Schedule> inside;  // [cluster, who begins]
        const auto insert_inside = [&](Builder& builder, int cluster, int first, int block) {
            for (const LocalChoice& choice : tree_.local) {
                if (choice.cluster == cluster && takes_part(choice)) {
                    const auto known = inside.find({cluster, first});
                    builder.insert(
                        known != inside.end()
                            ? known->second
                            : inside.emplace(std::pair(cluster, first), inside_cluster(choice, first)).first->second,
                        block);
                }
            }
        };
        Builder builder(num_processes_, num_blocks, only_);
        builder.begin_section((num_blocks + segments - 1) / segments + tree_.longest_lag(), segments);
        for (const PeriodStep& step : tree_.period) {
            const int block = step.segment - step.lag * segments;
            if (step.is_inside()) {
                const auto receiver = receivers.find({step.segment, step.to});
                insert_inside(builder, step.to, receiver == receivers.end() ? 0 : receiver->second, block);
            } else {
                builder.transfer(members.at(step.from).at(static_cast<std::size_t>(step.sender)),
                                 members.at(step.to).at(static_cast<std::size_t>(step.receiver)), {block, 1});
            }
        }
        return builder.finish();
    }

    [[nodiscard]] Schedule two_level() const {
        const int num_blocks = tree_.num_blocks();
        Schedule result = between_clusters(num_blocks);
        for (const LocalChoice& choice : tree_.local) {
            if (takes_part(choice)) {
                result = concatenate(std::move(result), inside_cluster_in_segments(choice, num_blocks));
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
        return std::any_of(group->second->hosts.begin(), group->second->hosts.end(),
                           [&](const HostGroup& host) { return concerns(host); });
    }

    /// Whether a process is wanted that is one of these.
    [[nodiscard]] bool concerns(const HostGroup& host) const {
        return !only_ || std::find(host.begin(), host.end(), *only_) != host.end();
    }

    /// The processes between which the choice's strategy works, by its places.
    [[nodiscard]] std::vector<int> places_of(const LocalChoice& choice) const {
        const std::vector<int> members = group_of_cluster_.at(choice.cluster)->members();
        if (choice.order.empty()) {
            return members;
        }
        assert(choice.order.size() == members.size() && choice.order.front() == 0);
        std::vector<int> places;
        places.reserve(members.size());
        for (const int member : choice.order) {
            places.push_back(members[static_cast<std::size_t>(member)]);
        }
        return places;
    }

    /// Who of a cluster gets a pipeline's segments last.
    [[nodiscard]] int last_of(int cluster) const {
        for (const LocalChoice& choice : tree_.local) {
            if (choice.cluster == cluster) {
                return places_of(choice).back();
            }
        }
        return group_of_cluster_.at(cluster)->members().back();
    }

    /// `num_blocks` blocks by `tuned` among `members`, the first of which has them; the program of `only` if given.
    [[nodiscard]] Schedule among(const strategy::TunedStrategy& tuned, const std::vector<int>& members, int num_blocks,
                                 std::optional<int> only) const {
        Schedule result = Builder(num_processes_, num_blocks).finish();
        add_among(result, tuned, members, only);
        return result;
    }

    /// The same behind what is there, for all its blocks.
    static void add_among(Schedule& result, const strategy::TunedStrategy& tuned, const std::vector<int>& members,
                          std::optional<int> only) {
        strategy::BroadcastLayout layout{static_cast<int>(members.size()), result.num_blocks, tuned.degree,
                                         std::nullopt};
        if (only) {
            const auto place = std::find(members.begin(), members.end(), *only);
            if (place == members.end()) {
                return;
            }
            layout.only = static_cast<int>(place - members.begin());
        }
        append(result, tuned.strategy->build(layout), members);
    }

    /// Inside a cluster, the plan's blocks in the segments of the cluster's choice.
    [[nodiscard]] Schedule inside_cluster_in_segments(const LocalChoice& choice, int num_blocks) const {
        const strategy::Cut cut = choice.between_hosts.strategy->cut;
        if (cut == strategy::Cut::kWhole) {
            return refine(inside_cluster(choice), num_blocks, num_blocks);
        }
        const int factor =
            static_cast<int>(std::clamp<std::int64_t>(base::num_parts(choice.segment, tree_.block), 1, num_blocks));
        const int segments = (num_blocks + factor - 1) / factor;
        return refine(cut == strategy::Cut::kSameWay ? schedule::segment(inside_cluster(choice), segments)
                                                     : relayed_inside_cluster(choice, segments),
                      num_blocks, factor);
    }

    /// Inside a cluster, segments that take different ways between the hosts: each host's leader passes them on to its
    /// processes as it gets them.
    [[nodiscard]] Schedule relayed_inside_cluster(const LocalChoice& choice, int segments) const {
        const ClusterGroup& group = *group_of_cluster_.at(choice.cluster);
        const std::vector<int> leaders = places_of(choice);
        const std::vector<HostGroup> inner = group.inner_hosts();
        if (std::all_of(inner.begin(), inner.end(), [](const HostGroup& host) { return host.size() == 1; })) {
            return among(choice.between_hosts, leaders, segments, only_);
        }
        Schedule result = Builder(num_processes_, segments).finish();
        if (!only_) {
            const Schedule between_hosts = among(choice.between_hosts, leaders, segments, std::nullopt);
            for (const HostGroup& host : group.hosts) {
                result = concatenate(std::move(result), relay(between_hosts, host.front(),
                                                              among(choice.within_host, host, 1, std::nullopt)));
            }
            return result;
        }
        for (const HostGroup& host : group.hosts) {
            if (concerns(host)) {
                const Schedule leading = among(choice.between_hosts, leaders, segments, host.front());
                result = relay(leading, host.front(), among(choice.within_host, host, 1, only_));
                for (int process = 0; process < num_processes_; ++process) {
                    if (process != *only_) {
                        result.programs[static_cast<std::size_t>(process)] = {};
                    }
                }
            }
        }
        return result;
    }

    /// As each cluster gets the segment, it passes it on to its last member, who passes it on to the next clusters.
    [[nodiscard]] Schedule one_segment_from_last_to_next() const {
        Schedule result = Builder(num_processes_, 1).finish();
        const auto add_cluster = [&](int cluster) {
            for (const LocalChoice& choice : tree_.local) {
                if (choice.cluster == cluster && takes_part(choice)) {
                    add_inside_cluster(result, choice);
                }
            }
        };
        Builder pair(2, 1);
        pair.transfer(0, 1, {0, 1});
        const Schedule message = pair.finish();
        add_cluster(groups_.front().cluster);
        for (const ClusterSend& send : tree_.cluster_sends) {
            const std::array<int, 2> ends{last_of(send.from), group_of_cluster_.at(send.to)->coordinator()};
            append(result, message, ends);
            add_cluster(send.to);
        }
        for (std::size_t process = 0; only_ && process < result.programs.size(); ++process) {
            if (static_cast<int>(process) != *only_) {
                result.programs[process] = {};
            }
        }
        return result;
    }

    const Tree& tree_;
    int num_processes_;
    std::vector<ClusterGroup> groups_;
    std::map<int, const ClusterGroup*> group_of_cluster_;
    std::optional<int> only_;
};

}  // namespace

Schedule compose_one_period(const Tree& tree, const platform::Placement& placement, std::optional<int> only) {
    assert(tree.shape == Shape::kPipeline || tree.shape == Shape::kTrees);
    const Composer composer(tree, placement, only);
    return tree.shape == Shape::kPipeline ? composer.one_segment() : composer.over_trees(tree.segments_per_period());
}

Schedule compose(const Tree& tree, const platform::Placement& placement, std::optional<int> only) {
    const Composer composer(tree, placement, only);
    switch (tree.shape) {
        case Shape::kPipeline:
            return schedule::segment(composer.one_segment(), tree.num_blocks());
        case Shape::kTrees:
            return composer.over_trees(tree.num_blocks());
        case Shape::kTwoLevel:
            break;
    }
    return composer.two_level();
}

}  // namespace causeway::plan
