#include "causeway/mapping/target.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <cassert>
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

}  // namespace

Target Target::by_host(const Prices& prices, const platform::Placement& slots) {
    Target target(prices);
    std::map<int, int> shared_place;  // cluster -> the place of its hosts that are alike
    const std::vector<std::vector<int>> by_host = slots_by_host(slots);
    for (std::size_t host = 0; host < by_host.size(); ++host) {
        if (by_host[host].empty()) {
            continue;
        }
        const int cluster = slots.cluster_of_host[host];
        const Price between = prices.between(cluster, cluster);
        const bool is_shared = by_host[host].size() == 1 || prices.within_host(cluster) == between;
        const auto [known, is_new] =
            is_shared ? shared_place.emplace(cluster, target.num_places()) : std::pair{shared_place.end(), true};
        if (is_new) {
            target.places_.push_back({cluster, {}, is_shared ? between : prices.within_host(cluster)});
        }
        Place& place = is_new ? target.places_.back() : target.places_[at(known->second)];
        place.slots.insert(place.slots.end(), by_host[host].begin(), by_host[host].end());
    }
    for (Place& place : target.places_) {
        std::sort(place.slots.begin(), place.slots.end());
    }
    return target;
}

Target Target::by_cluster(const Prices& prices, const platform::Placement& slots) {
    Target target(prices);
    std::map<int, std::vector<int>> by_cluster;
    for (int slot = 0; slot < slots.num_processes(); ++slot) {
        by_cluster[slots.cluster_of(slot)].push_back(slot);
    }
    for (auto& [cluster, members] : by_cluster) {
        const int host = slots.host_of[at(members.front())];
        const bool is_one_host =
            std::all_of(members.begin(), members.end(), [&](int slot) { return slots.host_of[at(slot)] == host; });
        target.places_.push_back({cluster, std::move(members),
                                  is_one_host ? prices.within_host(cluster) : prices.between(cluster, cluster)});
    }
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
    Target target(prices_);
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
