#include "causeway/planner/border_crossing.hpp"

#include "causeway/base/text.hpp"
#include "causeway/platform/flows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace causeway::planner {

Crossing crossing(const platform::Platform& platform, const base::SquareMatrix<const platform::Link*>& links,
                  const std::vector<int>& num_hosts, int cluster, Direction direction, Bytes message) {
    Crossing result;
    int num_links = 0;
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
        ++num_links;
        rate += 1.0 / alone.value();
        result.fastest_link = std::min(result.fastest_link, alone);
        result.one_flow = std::min(result.one_flow, platform::least_occupation(*link->plogp, message));
        result.latency = std::min(result.latency, link->plogp->latency);
    }
    result.time = result.fastest_link;
    const platform::Cluster& own = platform.clusters[static_cast<std::size_t>(cluster)];
    const std::optional<BytesPerSecond>& capacity =
        direction == Direction::kOut ? own.uplink_capacity : own.downlink_capacity;
    if (!capacity) {
        return result;
    }
    const Seconds over_all_links(1.0 / rate);
    const Seconds by_capacity = message / *capacity;
    result.time = std::max(over_all_links, by_capacity);
    if (by_capacity > over_all_links) {
        result.by =
            fmt::format("its {} of {}", direction == Direction::kOut ? "uplink" : "downlink", base::to_text(*capacity));
    } else if (num_links > 1) {
        result.by = fmt::format("its {} links together", num_links);
    }
    return result;
}

std::string time_text(const Crossing& crossing) {
    return crossing.by.empty() ? base::to_text(crossing.time)
                               : fmt::format("{} by {}", base::to_text(crossing.time), crossing.by);
}

}  // namespace causeway::planner
