#include "causeway/planner/convergence.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <vector>

namespace causeway::planner {

namespace {

using platform::Ethernet;
using platform::ManyToOne;

/// What comes to one process from other hosts of its cluster.
class Incoming {
public:
    void add(const Ethernet& ethernet, int from, int to, Bytes size) {
        const ManyToOne& many = *ethernet.many_to_one;
        if (many.serial_above && size > *many.serial_above) {
            const Seconds one = ethernet.cost(from, size).of(size) + ethernet.wire_cost(from, to, size) * size;
            serial_ += one;
            longest_ = std::max(longest_, one);
            serial_senders_.insert(from);
        } else if (size > many.parallel_up_to) {
            ++escalating_[from];
        }
    }

    [[nodiscard]] Seconds time(const Ethernet& ethernet) const {
        Seconds result;
        if (serial_senders_.size() > 1) {
            result += serial_ - longest_;
        }
        const std::size_t senders = escalating_.size();
        if (senders > 1) {
            int most = 0;
            for (const auto& [sender, messages] : escalating_) {
                most = std::max(most, messages);
            }
            const double part = static_cast<double>(senders - 1) / std::max(1.0, ethernet.num_hosts() - 2.0);
            const ManyToOne& many = *ethernet.many_to_one;
            result += part * most * many.escalation_probability * many.escalation;
        }
        return result;
    }

private:
    Seconds serial_;
    Seconds longest_;
    std::set<int> serial_senders_;
    std::map<int, int> escalating_;  ///< by sender, messages
};

/// The costs of the hosts of a cluster, if it is known how sends to one of them go together.
const Ethernet* converging(const platform::Platform& platform, int cluster) {
    const auto& ethernet = platform.clusters[static_cast<std::size_t>(cluster)].ethernet;
    return ethernet && ethernet->many_to_one ? &*ethernet : nullptr;
}

/// What is added at a process and, the most of them, at those that send to it.
Seconds added_up_to(int process, const std::vector<Seconds>& at, const std::vector<std::set<int>>& senders,
                    std::vector<char>& is_seen) {
    Seconds most;
    for (const int sender : senders[static_cast<std::size_t>(process)]) {
        char& seen = is_seen[static_cast<std::size_t>(sender)];
        if (seen == 0) {
            seen = 1;
            most = std::max(most, added_up_to(sender, at, senders, is_seen));
        }
    }
    return at[static_cast<std::size_t>(process)] + most;
}

}  // namespace

Seconds convergence_time(std::span<const schedule::Schedule> strands, const schedule::BlockSizes& sizes,
                         const platform::Platform& platform, const platform::Placement& placement) {
    const auto n = static_cast<std::size_t>(placement.num_processes());
    const bool is_known = !placement.place_in_cluster.empty() &&
                          std::any_of(platform.clusters.begin(), platform.clusters.end(), [](const auto& cluster) {
                              return cluster.ethernet && cluster.ethernet->many_to_one;
                          });
    if (!is_known) {
        return Seconds(0.0);
    }
    const auto host_of = [&](int process) { return placement.host_of[static_cast<std::size_t>(process)]; };
    const auto place_of = [&](int process) {
        return placement.place_in_cluster[static_cast<std::size_t>(host_of(process))];
    };
    std::vector<Incoming> incoming(n);
    std::vector<std::set<int>> senders(n);
    for (const schedule::Schedule& strand : strands) {
        for (int from = 0; from < strand.num_processes(); ++from) {
            schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(from)], strand.num_blocks);
            while (const auto action = cursor.next()) {
                if (!action->is_send() || action->is_control()) {
                    continue;
                }
                const int to = action->peer;
                senders[static_cast<std::size_t>(to)].insert(from);
                const Ethernet* ethernet = converging(platform, placement.cluster_of(to));
                const bool is_near =
                    placement.cluster_of(from) == placement.cluster_of(to) && host_of(from) != host_of(to);
                if (ethernet != nullptr && is_near && place_of(from) >= 0 && place_of(to) >= 0) {
                    incoming[static_cast<std::size_t>(to)].add(*ethernet, place_of(from), place_of(to),
                                                               sizes.size_of(action->blocks));
                }
            }
        }
    }
    std::vector<Seconds> at(n);
    for (std::size_t process = 0; process < n; ++process) {
        if (const Ethernet* ethernet = converging(platform, placement.cluster_of(static_cast<int>(process)))) {
            at[process] = incoming[process].time(*ethernet);
        }
    }
    Seconds most;
    for (std::size_t process = 0; process < n; ++process) {
        std::vector<char> is_seen(n, 0);
        const bool sends_on = std::any_of(senders.begin(), senders.end(), [&](const std::set<int>& some) {
            return some.contains(static_cast<int>(process));
        });
        if (!sends_on) {  // a root
            most = std::max(most, added_up_to(static_cast<int>(process), at, senders, is_seen));
        }
    }
    return most;
}

}  // namespace causeway::planner
