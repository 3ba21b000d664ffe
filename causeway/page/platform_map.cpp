#include "causeway/page/platform_map.hpp"

#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"
#include "causeway/page/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace causeway::page {

namespace {

/// 0: not known.
double rate_of(const platform::Plogp* plogp) {
    return plogp != nullptr ? plogp->rate().value_or(BytesPerSecond(0.0)).value() : 0.0;
}

/// The direction of less rate, or the one that is known; null: none is.
const platform::Plogp* slower_way(const platform::Platform& platform, int one, int other) {
    const platform::Plogp* const there = route_of(platform, one, other);
    const platform::Plogp* const back = route_of(platform, other, one);
    const bool is_back = rate_of(back) > 0.0 && !(0.0 < rate_of(there) && rate_of(there) <= rate_of(back));
    const platform::Plogp* const slower = is_back ? back : there;
    return rate_of(slower) > 0.0 ? slower : nullptr;
}

}  // namespace

const platform::Plogp* route_of(const platform::Platform& platform, int from, int to) {
    const platform::Link* const link = from == to ? nullptr : platform.find_link(from, to);
    const platform::Cluster& cluster = platform.clusters[static_cast<std::size_t>(from)];
    const auto* const plogp = from == to ? &cluster.plogp : link != nullptr ? &link->plogp : nullptr;
    return plogp != nullptr && *plogp ? &**plogp : nullptr;
}

report::NetworkMap map_of(const platform::Platform& platform, const ClusterPairs& standing_out) {
    report::NetworkMap map;
    map.description = fmt::format("map of {} and the links between them", counted(platform.num_clusters(), "cluster"));
    for (int cluster = 0; cluster < platform.num_clusters(); ++cluster) {
        const platform::Cluster& known = platform.clusters[static_cast<std::size_t>(cluster)];
        map.groups.push_back({.name = known.name,
                              .facts = {counted(known.num_hosts, "host")},
                              .size = std::max(1.0, static_cast<double>(known.num_hosts))});
        for (int peer = cluster + 1; peer < platform.num_clusters(); ++peer) {
            if (const platform::Plogp* const way = slower_way(platform, cluster, peer)) {
                map.links.push_back(
                    {.from = cluster,
                     .to = peer,
                     .facts = {base::to_text(way->latency), base::to_text(*way->rate())},
                     .rate = rate_of(way),
                     .stands_out = standing_out.contains({cluster, peer}) || standing_out.contains({peer, cluster})});
            }
        }
    }
    return map;
}

}  // namespace causeway::page
