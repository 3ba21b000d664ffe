#include "causeway/model/grid_plogp.hpp"

#include "causeway/model/switched_ethernet.hpp"
#include "causeway/platform/flows.hpp"
#include "causeway/platform/groups_of_clusters.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace causeway::model {

namespace {

/// So that pairs of hosts can be numbered.
constexpr int kMostHostsWithFlows = 1 << 15;

/// Out of `out` for g(m), `transit` later into `in` for g(m). `medium` is what the transfers of all processes share.
Occupation plogp_transfer(const platform::Plogp& plogp, Bytes size, Seconds transit, int out, int in, int medium) {
    const Seconds gap = plogp.gap_of(size);
    Occupation result;
    Stage& leaving = result.add_stage(transit);
    leaving.add({out, gap});
    if (plogp.shared_gap) {
        leaving.add({medium, plogp.shared_gap_of(size)});
    }
    result.add_stage(gap).add({in, gap});
    return result;
}

}  // namespace

GridPlogp::Network::Network(const platform::Platform& platform)
    : links(platform::links_between(platform)),
      nests(platform::groups_of_clusters(platform)),
      nests_around(platform.clusters.size()),
      limits_flows(std::ranges::any_of(
          platform.links, [](const platform::Link& link) { return link.plogp && platform::limits_each_flow(link); })) {
    for (int number = 0; const platform::GroupOfClusters& group : nests) {
        const bool is_known = group.uplink_capacity || group.downlink_capacity;
        for (const int cluster : is_known ? std::span<const int>(group.clusters) : std::span<const int>()) {
            nests_around[static_cast<std::size_t>(cluster)].push_back(number);
        }
        ++number;
    }
}

GridPlogp::GridPlogp(const platform::Platform& platform, platform::Placement placement,
                     std::optional<platform::Handshake> supposed, platform::Receivers receivers)
    : GridPlogp(&platform, std::make_shared<const Network>(platform), std::move(placement), supposed, receivers) {}

GridPlogp::GridPlogp(const GridPlogp& other, platform::Placement placement, std::optional<platform::Handshake> supposed,
                     platform::Receivers receivers)
    : GridPlogp(other.platform_, other.network_, std::move(placement), supposed, receivers) {}

GridPlogp::GridPlogp(const platform::Platform* platform, std::shared_ptr<const Network> network,
                     platform::Placement placement, std::optional<platform::Handshake> supposed,
                     platform::Receivers receivers)
    : platform_(platform),
      network_(std::move(network)),
      placement_(std::move(placement)),
      handshake_(platform->handshake ? platform->handshake : supposed),
      receivers_(receivers),
      num_hosts_(placement_.num_hosts()) {
    // After the links come the processors of all hosts, then the wires of each cluster that has some.
    num_resources_ = num_resources_without_links() + num_link_resources() + num_hosts_;
    for (const platform::Cluster& cluster : platform_->clusters) {
        wires_begin_.push_back(cluster.ethernet ? num_resources_ : -1);
        if (cluster.ethernet) {
            num_resources_ += cluster.num_hosts * cluster.num_hosts;
        }
    }
    has_flows_ = network_->limits_flows && num_hosts_ <= kMostHostsWithFlows;
    flows_begin_ = num_resources_;
    num_resources_ += has_flows_ ? num_hosts_ * num_hosts_ : 0;
    borders_begin_ = num_resources_;
    num_resources_ += 2 * static_cast<int>(network_->nests.size());
    if (platform_->shared_gap) {
        machine_ = num_resources_++;
    }
}

const platform::Plogp* GridPlogp::between(int from_cluster, int to_cluster) const {
    const platform::Link* joining = link(from_cluster, to_cluster);
    return joining != nullptr && joining->plogp ? &*joining->plogp : nullptr;
}

std::span<const int> GridPlogp::borders_between(int cluster, int other) const {
    constexpr std::size_t kMost = Stage::kMostHolds - 3;
    const std::vector<int>& around = network_->nests_around[static_cast<std::size_t>(cluster)];
    const std::vector<int>& around_other = network_->nests_around[static_cast<std::size_t>(other)];
    const auto common = std::ranges::mismatch(around, around_other).in1 - around.begin();
    const std::span<const int> left = std::span(around).subspan(static_cast<std::size_t>(common));
    return left.first(std::min(left.size(), kMost));
}

int GridPlogp::num_resources() const {
    return num_resources_;
}

int GridPlogp::num_resources_without_links() const {
    return 2 * (placement_.num_processes() + num_hosts_ + platform_->num_clusters()) + num_hosts_ +
           platform_->num_clusters();
}

GridPlogp::Resource GridPlogp::resource(int number) const {
    assert(number >= 0 && number < num_resources_);
    if (number == machine_) {
        return {.kind = Kind::kMachine};
    }
    const auto with_two_ways = [](Kind kind, int offset) {
        return Resource{.kind = kind, .owner = offset / 2, .is_inward = offset % 2 == 1};
    };
    int offset = number;
    // True when the number is one of the next so many; else counts on behind them.
    const auto is_among = [&offset](int count) {
        if (offset < count) {
            return true;
        }
        offset -= count;
        return false;
    };
    if (is_among(2 * placement_.num_processes())) {
        return with_two_ways(Kind::kPort, offset);
    }
    if (is_among(2 * num_hosts_)) {
        return with_two_ways(Kind::kInterface, offset);
    }
    if (is_among(2 * platform_->num_clusters())) {
        return with_two_ways(Kind::kClusterBorder, offset);
    }
    if (is_among(num_hosts_)) {
        return {.kind = Kind::kHostMedium, .owner = offset};
    }
    if (is_among(platform_->num_clusters())) {
        return {.kind = Kind::kClusterMedium, .owner = offset};
    }
    if (is_among(num_link_resources())) {
        return {.kind = Kind::kLink,
                .owner = offset / platform_->num_clusters(),
                .receiver = offset % platform_->num_clusters()};
    }
    if (is_among(num_hosts_)) {
        return {.kind = Kind::kProcessor, .owner = offset};
    }
    for (const platform::Cluster& cluster : platform_->clusters) {
        if (cluster.ethernet && is_among(cluster.num_hosts * cluster.num_hosts)) {
            return {.kind = Kind::kWire, .owner = offset / cluster.num_hosts, .receiver = offset % cluster.num_hosts};
        }
    }
    if (has_flows_ && is_among(num_hosts_ * num_hosts_)) {
        return {.kind = Kind::kFlow, .owner = offset / num_hosts_, .receiver = offset % num_hosts_};
    }
    return with_two_ways(Kind::kGroupBorder, offset);
}

std::optional<Seconds> GridPlogp::answer_time(int from, int to, Bytes size) const {
    const int from_host = placement_.host_of[static_cast<std::size_t>(from)];
    const int to_host = placement_.host_of[static_cast<std::size_t>(to)];
    if (!handshake_ || from_host == to_host) {
        return std::nullopt;
    }
    const int from_cluster = placement_.cluster_of_host[static_cast<std::size_t>(from_host)];
    const int to_cluster = placement_.cluster_of_host[static_cast<std::size_t>(to_host)];
    const platform::Plogp* plogp =
        from_cluster == to_cluster ? within_cluster(from_cluster) : between(from_cluster, to_cluster);
    return plogp != nullptr ? handshake_->answer_time(size, *plogp) : std::nullopt;
}

Seconds GridPlogp::transit_of(const platform::Plogp& plogp, Bytes size) const {
    return plogp.transit_of(size) + (handshake_ ? handshake_->time_of(size, plogp, receivers_) : Seconds(0.0));
}

Occupation GridPlogp::transfer(const platform::Plogp& plogp, Bytes size, int out, int in, int medium) const {
    return plogp_transfer(plogp, size, transit_of(plogp, size), out, in, medium);
}

const platform::Plogp* GridPlogp::within_cluster(int cluster) const {
    const std::optional<platform::Plogp>& plogp = platform_->clusters[static_cast<std::size_t>(cluster)].plogp;
    return plogp ? &*plogp : nullptr;
}

const platform::Ethernet* GridPlogp::between_unequal(int from_host, int to_host) const {
    const int cluster = placement_.cluster_of_host[static_cast<std::size_t>(from_host)];
    const std::optional<platform::Ethernet>& ethernet = platform_->clusters[static_cast<std::size_t>(cluster)].ethernet;
    const auto is_placed = [&](int host) {
        return static_cast<std::size_t>(host) < placement_.place_in_cluster.size() &&
               placement_.place_in_cluster[static_cast<std::size_t>(host)] >= 0;
    };
    return ethernet && is_placed(from_host) && is_placed(to_host) ? &*ethernet : nullptr;
}

Occupation GridPlogp::occupation(int from, int to, Bytes size) const {
    Occupation result = on_own_machines(from, to, size);
    if (machine_ &&
        placement_.host_of[static_cast<std::size_t>(from)] != placement_.host_of[static_cast<std::size_t>(to)]) {
        result.stages[0].add({*machine_, machine_gap(size)});
    }
    return result;
}

Occupation GridPlogp::on_own_machines(int from, int to, Bytes size) const {
    // Resources: out and in of every process, then of every host, then of every cluster; then what is shared inside
    // every host, and inside every cluster; then the links that are resources.
    const int hosts_begin = 2 * placement_.num_processes();
    const int clusters_begin = hosts_begin + 2 * num_hosts_;
    const int from_host = placement_.host_of[static_cast<std::size_t>(from)];
    const int to_host = placement_.host_of[static_cast<std::size_t>(to)];
    const int from_cluster = placement_.cluster_of_host[static_cast<std::size_t>(from_host)];
    const int to_cluster = placement_.cluster_of_host[static_cast<std::size_t>(to_host)];
    const int within_host_begin = clusters_begin + 2 * platform_->num_clusters();
    const int medium_of_host = within_host_begin + from_host;
    const int medium_of_cluster = within_host_begin + num_hosts_ + from_cluster;
    const int host_out = hosts_begin + 2 * from_host;
    const int host_in = hosts_begin + 2 * to_host + 1;

    if (from_host == to_host) {
        const platform::Cluster& cluster = platform_->clusters[static_cast<std::size_t>(from_cluster)];
        if (cluster.within_host) {
            return transfer(*cluster.within_host, size, 2 * from, 2 * to + 1, medium_of_host);
        }
        // Unknown inside the host: as between two hosts of its cluster, which is an upper bound; or
        // free, beside anything between clusters, where not even that is known.
        if (cluster.plogp) {
            return transfer(*cluster.plogp, size, 2 * from, 2 * to + 1, medium_of_cluster);
        }
        Occupation free;
        free.add_stage(Seconds(0.0)).add({2 * from, Seconds(0.0)});
        return free;
    }
    if (from_cluster == to_cluster) {
        if (const platform::Ethernet* ethernet = between_unequal(from_host, to_host)) {
            const int processors_begin = num_resources_without_links() + num_link_resources();
            const int from_place = placement_.place_in_cluster[static_cast<std::size_t>(from_host)];
            const int to_place = placement_.place_in_cluster[static_cast<std::size_t>(to_host)];
            const int wire =
                wires_begin_[static_cast<std::size_t>(from_cluster)] + from_place * ethernet->num_hosts() + to_place;
            return ethernet_transfer(*ethernet, from_place, to_place, size,
                                     {processors_begin + from_host, wire, processors_begin + to_host});
        }
        const platform::Plogp* plogp = within_cluster(from_cluster);
        if (plogp == nullptr) {
            Occupation unreachable;
            unreachable.add_stage(Seconds::infinity()).add({host_out, Seconds(0.0)});
            return unreachable;
        }
        return transfer(*plogp, size, host_out, host_in, medium_of_cluster);
    }

    return between_clusters(from_host, to_host, size);
}

Occupation GridPlogp::between_clusters(int from_host, int to_host, Bytes size) const {
    const int hosts_begin = 2 * placement_.num_processes();
    const int clusters_begin = hosts_begin + 2 * num_hosts_;
    const int host_out = hosts_begin + 2 * from_host;
    const int host_in = hosts_begin + 2 * to_host + 1;
    const int from = placement_.cluster_of_host[static_cast<std::size_t>(from_host)];
    const int to = placement_.cluster_of_host[static_cast<std::size_t>(to_host)];
    const platform::Plogp* plogp = between(from, to);
    if (plogp == nullptr) {
        Occupation unreachable;
        unreachable.add_stage(Seconds::infinity()).add({host_out, Seconds(0.0)});
        return unreachable;
    }
    const Seconds gap = plogp->gap_of(size);
    // Where flows are limited one by one, a flow takes the gap and what the flows share takes less: it stands in for
    // the capacity of an uplink or downlink that is not known.
    const platform::Link& joining = *link(from, to);
    const std::optional<BytesPerSecond> shared =
        has_flows_ && platform::limits_each_flow(joining) ? joining.shared_capacity : std::nullopt;
    const auto capacity_or_shared = [&shared](const std::optional<BytesPerSecond>& capacity) {
        return capacity ? capacity : shared;
    };
    const std::optional<BytesPerSecond> up =
        capacity_or_shared(platform_->clusters[static_cast<std::size_t>(from)].uplink_capacity);
    const std::optional<BytesPerSecond> down =
        capacity_or_shared(platform_->clusters[static_cast<std::size_t>(to)].downlink_capacity);
    // Of a cluster without figures of its own, the only host's interface carries what the cluster's links together do.
    const auto interface_gap = [&](int cluster, const std::optional<BytesPerSecond>& capacity) {
        const platform::Plogp* inside = within_cluster(cluster);
        return std::min(gap, inside != nullptr ? inside->gap_of(size) : (capacity ? size / *capacity : gap));
    };
    const int uplink = clusters_begin + 2 * from;
    const std::span<const int> left = borders_between(from, to);
    const std::span<const int> entered = borders_between(to, from);
    const auto capacity_out = [&](int group) { return nests()[static_cast<std::size_t>(group)].uplink_capacity; };
    const auto capacity_in = [&](int group) { return nests()[static_cast<std::size_t>(group)].downlink_capacity; };
    const auto leave_groups = [&](Stage& stage) {
        for (auto group = left.rbegin(); group != left.rend(); ++group) {
            if (const std::optional<BytesPerSecond> capacity = capacity_out(*group)) {
                stage.add({border_of(*group, false), size / *capacity});
            }
        }
    };
    Occupation result;
    if (up) {
        // First the host's interface, then the link, then the uplink: a transfer that waits for its link keeps neither
        // the sender nor the uplink from those that need not wait for theirs.
        const int link_resource = num_resources_without_links() + from * platform_->num_clusters() + to;
        result.add_stage(Seconds(0.0)).add({host_out, interface_gap(from, up)});
        Stage& crossing = result.add_stage(Seconds(0.0));
        crossing.add({shared ? flows_begin_ + from_host * num_hosts_ + to_host : link_resource, gap});
        Stage& outside = result.add_stage(transit_of(*plogp, size));
        outside.add({uplink, size / *up});
        if (shared) {
            outside.add({link_resource, size / *shared});
        }
        leave_groups(outside);
    } else {
        Stage& leaving = result.add_stage(transit_of(*plogp, size));
        leaving.add({host_out, interface_gap(from, up)});
        leaving.add({uplink, gap});
        leave_groups(leaving);
    }
    // The last byte is there when the slowest on the way has let it through.
    Seconds duration = gap;
    const auto take_at_least = [&](const std::optional<BytesPerSecond>& capacity) {
        duration = capacity ? std::max(duration, size / *capacity) : duration;
    };
    for (const std::optional<BytesPerSecond>& capacity : {up, down, shared}) {
        take_at_least(capacity);
    }
    for (const int group : left) {
        take_at_least(capacity_out(group));
    }
    for (const int group : entered) {
        take_at_least(capacity_in(group));
    }
    Stage& arriving = result.add_stage(duration);
    for (const int group : entered) {
        if (const std::optional<BytesPerSecond> capacity = capacity_in(group)) {
            arriving.add({border_of(group, true), size / *capacity});
        }
    }
    arriving.add({clusters_begin + 2 * to + 1, down ? size / *down : gap});
    arriving.add({host_in, interface_gap(to, down)});
    return result;
}

ClusterPlogp::ClusterPlogp(const platform::Plogp& plogp, int num_processes)
    : plogp_(plogp), num_processes_(num_processes) {}

Occupation ClusterPlogp::occupation(int from, int to, Bytes size) const {
    assert(from != to);
    return plogp_transfer(plogp_, size, plogp_.transit_of(size), 2 * from, 2 * to + 1, 2 * num_processes_);
}

}  // namespace causeway::model
