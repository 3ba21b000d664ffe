#include "causeway/planner/border_crossing.hpp"

#include "causeway/base/text.hpp"
#include "causeway/platform/flows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::planner {

namespace {

/// Of a message that takes the link alone.
struct TimesOfLink {
    Seconds alone;
    Seconds at_border;  ///< how long it keeps what all links share
};

/// Of a message that is divided among links: those that keep what they share the shortest take as much as they carry.
Seconds least_time(std::vector<TimesOfLink> links) {
    std::sort(links.begin(), links.end(),
              [](const TimesOfLink& a, const TimesOfLink& b) { return a.at_border < b.at_border; });
    double rate = 0.0;  // in messages per second
    double free = 1.0;  // of what they share
    for (const TimesOfLink& link : links) {
        if (link.at_border == Seconds(0.0)) {
            return Seconds(0.0);
        }
        const double carried = std::min(1.0 / link.alone.value(), free / link.at_border.value());
        rate += carried;
        free = std::max(0.0, free - carried * link.at_border.value());
    }
    return Seconds(1.0 / rate);
}

}  // namespace

Crossing crossing(const platform::Platform& platform, const base::SquareMatrix<const platform::Link*>& links,
                  const std::vector<int>& num_hosts, int cluster, Direction direction, Bytes message) {
    Crossing result;
    const platform::Cluster& own = platform.clusters[static_cast<std::size_t>(cluster)];
    const std::optional<BytesPerSecond>& capacity =
        direction == Direction::kOut ? own.uplink_capacity : own.downlink_capacity;
    std::vector<TimesOfLink> times;
    double rate = 0.0;  // of all links together, in messages per second
    for (int other = 0; other < platform.num_clusters(); ++other) {
        if (other == cluster || num_hosts[static_cast<std::size_t>(other)] == 0) {
            continue;
        }
        const platform::Link* link = direction == Direction::kOut ? links(cluster, other) : links(other, cluster);
        if (link == nullptr || !link->plogp) {
            continue;
        }
        const Seconds alone = platform::least_time_over(*link, num_hosts[static_cast<std::size_t>(cluster)],
                                                        num_hosts[static_cast<std::size_t>(other)], message);
        times.push_back({alone, capacity ? message / *capacity : platform::time_at_border(*link, message, alone)});
        rate += 1.0 / alone.value();
        result.fastest_link = std::min(result.fastest_link, alone);
        result.one_flow = std::min(result.one_flow, platform::least_occupation(*link->plogp, message));
        result.at_border = std::min(result.at_border, times.back().at_border);
        result.latency = std::min(result.latency, link->plogp->latency);
    }
    if (times.empty()) {
        return result;
    }
    const std::size_t num_links = times.size();
    result.time = least_time(std::move(times));
    if (capacity && message / *capacity > Seconds(1.0 / rate)) {
        result.time = message / *capacity;
        result.by =
            fmt::format("its {} of {}", direction == Direction::kOut ? "uplink" : "downlink", base::to_text(*capacity));
    } else if (result.time < result.fastest_link) {
        result.by = fmt::format("its {} links together", num_links);
    }
    return result;
}

std::string time_text(const Crossing& crossing) {
    return crossing.by.empty() ? base::to_text(crossing.time)
                               : fmt::format("{} by {}", base::to_text(crossing.time), crossing.by);
}

}  // namespace causeway::planner
