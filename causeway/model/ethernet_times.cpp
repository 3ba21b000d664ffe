#include "causeway/model/ethernet_times.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace causeway::model {

using platform::Ethernet;

Seconds point_to_point(const Ethernet& ethernet, int from, int to, Bytes size) {
    return ethernet.cost(from, size).of(size) + ethernet.beyond_sender(from, to, size);
}

Seconds one_to_many(const Ethernet& ethernet, int root, const std::vector<int>& receivers,
                    const std::vector<Bytes>& sizes, OneToMany way) {
    assert(receivers.size() == sizes.size());
    Seconds fixed;
    Seconds sending;
    Seconds one_by_one;
    Seconds at_once;
    for (std::size_t j = 0; j < receivers.size(); ++j) {
        const Bytes size = sizes[j];
        const platform::AffineCost& sender = ethernet.cost(root, size);
        fixed = std::max(fixed, sender.fixed);
        sending += sender.per_byte * size;
        const Seconds one = ethernet.beyond_sender(root, receivers[j], size);
        const bool waits = way == OneToMany::kByThreshold ? ethernet.threshold && size > *ethernet.threshold
                                                          : way == OneToMany::kOneByOne;
        if (waits) {
            one_by_one += one;
        } else {
            at_once = std::max(at_once, one);
        }
    }
    return fixed + sending + one_by_one + at_once;
}

Seconds one_to_many(const Ethernet& ethernet, int root, const std::vector<int>& receivers, Bytes size, OneToMany way) {
    return one_to_many(ethernet, root, receivers, std::vector<Bytes>(receivers.size(), size), way);
}

Seconds one_to_many_paying_each(const Ethernet& ethernet, int root, const std::vector<int>& receivers, Bytes size,
                                OneToMany way) {
    const Seconds once = one_to_many(ethernet, root, receivers, size, way);
    return receivers.empty() ? once
                             : once + (static_cast<double>(receivers.size()) - 1.0) * ethernet.cost(root, size).fixed;
}

Seconds many_to_one(const Ethernet& ethernet, int root, const std::vector<int>& senders, Bytes size, ManyToOne way) {
    if (senders.empty()) {
        return Seconds(0.0);
    }
    Seconds escalation;
    if (way == ManyToOne::kBySize) {
        way = ManyToOne::kAtOnce;
        if (const auto& many = ethernet.many_to_one; many && size > many->parallel_up_to && senders.size() > 1) {
            if (many->serial_above && size > *many->serial_above) {
                way = ManyToOne::kOneByOne;
            } else {
                escalation = many->escalation_probability * many->escalation;
            }
        }
    }
    Seconds sum;
    Seconds longest;
    for (const int sender : senders) {
        const Seconds one = ethernet.cost(sender, size).of(size) + ethernet.wire_cost(sender, root, size) * size;
        sum += one;
        longest = std::max(longest, one);
    }
    const auto n = static_cast<double>(senders.size());
    return n * ethernet.cost(root, size).of(size) + (way == ManyToOne::kOneByOne ? sum : longest) + escalation;
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
