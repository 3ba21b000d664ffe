#include "causeway/model/ethernet_times.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::model {

using platform::Ethernet;

namespace {

/// C_j + t_j M + M / beta_0j: what a receiver and the wire to it add.
Seconds at_receiver(const Ethernet& ethernet, int root, int receiver, Bytes size) {
    return ethernet.hosts[static_cast<std::size_t>(receiver)].of(size) + ethernet.wire(root, receiver) * size;
}

}  // namespace

Seconds point_to_point(const Ethernet& ethernet, int from, int to, Bytes size) {
    return ethernet.hosts[static_cast<std::size_t>(from)].of(size) + at_receiver(ethernet, from, to, size);
}

Seconds one_to_many(const Ethernet& ethernet, int root, const std::vector<int>& receivers, Bytes size, OneToMany way) {
    if (receivers.empty()) {
        return Seconds(0.0);
    }
    if (way == OneToMany::kByThreshold) {
        way = ethernet.threshold && size > *ethernet.threshold ? OneToMany::kOneByOne : OneToMany::kAtOnce;
    }
    Seconds rest;
    for (const int receiver : receivers) {
        const Seconds one = at_receiver(ethernet, root, receiver, size);
        rest = way == OneToMany::kOneByOne ? rest + one : std::max(rest, one);
    }
    return ethernet.hosts[static_cast<std::size_t>(root)].of(static_cast<std::int64_t>(receivers.size()) * size) + rest;
}

Seconds one_to_many_paying_each(const Ethernet& ethernet, int root, const std::vector<int>& receivers, Bytes size,
                                OneToMany way) {
    const Seconds once = one_to_many(ethernet, root, receivers, size, way);
    return receivers.empty() ? once
                             : once + (static_cast<double>(receivers.size()) - 1.0) *
                                          ethernet.hosts[static_cast<std::size_t>(root)].fixed;
}

Seconds disjoint_pairs(const Ethernet& ethernet, const std::vector<HostPair>& pairs, Bytes size) {
    Seconds longest;
    for (const HostPair& pair : pairs) {
        longest = std::max(longest, point_to_point(ethernet, pair.from, pair.to, size));
    }
    return longest;
}

Seconds longest_binomial_path(const Ethernet& ethernet, const std::vector<int>& order, Bytes size) {
    std::vector<Seconds> arrival(order.size());
    Seconds longest;
    for (std::size_t process = 1; process < order.size(); ++process) {
        const std::size_t parent = process & (process - 1);  // without its lowest bit
        arrival[process] = arrival[parent] + point_to_point(ethernet, order[parent], order[process], size);
        longest = std::max(longest, arrival[process]);
    }
    return longest;
}

Seconds binomial_broadcast(const Ethernet& ethernet, const std::vector<int>& order, Bytes size) {
    const Seconds path = longest_binomial_path(ethernet, order, size);
    return ethernet.broadcast && order.size() > 1 ? path + ethernet.broadcast->of(size) : path;
}

}  // namespace causeway::model
