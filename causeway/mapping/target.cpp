#include "causeway/mapping/target.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>
#include <utility>

namespace causeway::mapping {

namespace {

using base::at;

/// The slots of every host, [host].
std::vector<std::vector<int>> slots_by_host(const platform::Placement& slots) {
    std::vector<std::vector<int>> result(at(slots.num_hosts()));
    for (int slot = 0; slot < slots.num_processes(); ++slot) {
        result[at(slots.host_of[at(slot)])].push_back(slot);
    }
    return result;
}

Place::Hosts hosts_of(const std::vector<int>& members, const platform::Placement& slots) {
    std::vector<int> hosts;
    for (const int slot : members) {
        hosts.push_back(slots.host_of[at(slot)]);
    }
    std::sort(hosts.begin(), hosts.end());
    if (hosts.front() == hosts.back()) {
        return Place::Hosts::kOne;
    }
    return std::adjacent_find(hosts.begin(), hosts.end()) == hosts.end() ? Place::Hosts::kOneSlotEach
                                                                         : Place::Hosts::kSeveral;
}

double speed_of(int host, std::span<const double> speeds) {
    return speeds.empty() ? 1.0 : speeds[at(host)];
}

Place place_with(const Prices& prices, int cluster, std::vector<int> members, const platform::Placement& slots,
                 std::span<const double> speeds) {
    const Place::Hosts hosts = hosts_of(members, slots);
    const Price inside = hosts == Place::Hosts::kOne ? prices.within_host(cluster) : prices.between(cluster, cluster);
    double speed = 0.0;
    for (const int slot : members) {
        speed = std::max(speed, speed_of(slots.host_of[at(slot)], speeds));
    }
    return {cluster, std::move(members), inside, hosts, speed};
}

}  // namespace

Target Target::by_host(std::shared_ptr<const Network> network, const platform::Placement& slots,
                       std::span<const double> speeds) {
    Target target(std::move(network));
    std::vector<std::vector<int>> members;  // [place]
    std::vector<int> cluster_of;
    std::map<std::pair<int, double>, std::size_t> place_of_single;  // cluster, speed -> of its hosts of one slot
    const std::vector<std::vector<int>> by_host = slots_by_host(slots);
    for (std::size_t host = 0; host < by_host.size(); ++host) {
        if (by_host[host].empty()) {
            continue;
        }
        const int cluster = slots.cluster_of_host[host];
        std::size_t place = members.size();
        if (by_host[host].size() == 1) {
            place = place_of_single.emplace(std::pair{cluster, speed_of(static_cast<int>(host), speeds)}, place)
                        .first->second;
        }
        if (place == members.size()) {
            members.emplace_back();
            cluster_of.push_back(cluster);
        }
        members[place].insert(members[place].end(), by_host[host].begin(), by_host[host].end());
    }
    for (std::size_t place = 0; place < members.size(); ++place) {
        std::sort(members[place].begin(), members[place].end());
        target.places_.push_back(
            place_with(target.prices(), cluster_of[place], std::move(members[place]), slots, speeds));
    }
    return target;
}

Target Target::by_cluster(std::shared_ptr<const Network> network, const platform::Placement& slots,
                          std::span<const double> speeds) {
    Target target(std::move(network));
    std::map<int, std::vector<int>> by_cluster;
    for (int slot = 0; slot < slots.num_processes(); ++slot) {
        by_cluster[slots.cluster_of(slot)].push_back(slot);
    }
    for (auto& [cluster, members] : by_cluster) {
        target.places_.push_back(place_with(target.prices(), cluster, std::move(members), slots, speeds));
    }
    return target;
}

Target Target::inside(int cluster, const Target& hosts, const Target& clusters) {
    Target target(hosts.network_);
    std::ranges::copy_if(hosts.places_, std::back_inserter(target.places_),
                         [&](const Place& place) { return place.cluster == cluster; });
    std::ranges::copy_if(clusters.places_, std::back_inserter(target.places_),
                         [&](const Place& place) { return place.cluster != cluster; });
    return target;
}

std::vector<int> Target::place_of_slot() const {
    std::size_t num_slots = 0;
    for (const Place& place : places_) {
        num_slots = std::max(num_slots, at(place.slots.back()) + 1);
    }
    std::vector<int> result(num_slots, -1);
    for (int p = 0; p < num_places(); ++p) {
        for (const int slot : place(p).slots) {
            result[at(slot)] = p;
        }
    }
    return result;
}

Target Target::part(std::span<const int> places) const {
    Target target(network_);
    for (const int p : places) {
        target.places_.push_back(place(p));
    }
    return target;
}

std::vector<int> slots_at(const Target& target, std::span<const int> place_of) {
    std::vector<std::size_t> next(at(target.num_places()), 0);
    std::vector<int> result;
    result.reserve(place_of.size());
    for (const int p : place_of) {
        assert(next[at(p)] < target.place(p).slots.size());
        result.push_back(target.place(p).slots[next[at(p)]++]);
    }
    return result;
}

std::vector<int> places_of(const Target& target, std::span<const int> slot_of) {
    const std::vector<int> place_of_slot = target.place_of_slot();
    std::vector<int> result;
    result.reserve(slot_of.size());
    for (const int slot : slot_of) {
        result.push_back(place_of_slot[at(slot)]);
    }
    return result;
}

}  // namespace causeway::mapping
