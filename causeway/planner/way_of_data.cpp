#include "causeway/planner/way_of_data.hpp"

#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace causeway::planner {

namespace {

std::optional<BytesPerSecond> slower(std::optional<BytesPerSecond> a, std::optional<BytesPerSecond> b) {
    return a && b ? std::min(*a, *b) : a ? a : b;
}

platform::Platform slower_ways(platform::Platform platform) {
    const auto take_slower = [](auto& behind_boundary) {
        behind_boundary.uplink_capacity = slower(behind_boundary.uplink_capacity, behind_boundary.downlink_capacity);
        behind_boundary.downlink_capacity = behind_boundary.uplink_capacity;
    };
    for (platform::Cluster& cluster : platform.clusters) {
        take_slower(cluster);
    }
    for (platform::Level& level : platform.levels) {
        for (platform::LevelCluster& group : level.clusters) {
            take_slower(group);
        }
    }
    const auto between = platform::links_between(platform);
    std::vector<platform::Link> links = platform.links;
    for (platform::Link& link : links) {
        const platform::Link* back = link.symmetric ? nullptr : between(link.to, link.from);
        if (back != nullptr && back->plogp && link.plogp &&
            back->plogp->gap_of(policy::kTypicalSegment) > link.plogp->gap_of(policy::kTypicalSegment)) {
            link.plogp = back->plogp;
            link.shared_capacity = back->shared_capacity;
            link.per_flow_limit = back->per_flow_limit;
        }
    }
    platform.links = std::move(links);
    return platform;
}

bool is_alike_both_ways(const platform::Platform& platform) {
    const auto has_one_capacity = [](const auto& behind_boundary) {
        return behind_boundary.uplink_capacity == behind_boundary.downlink_capacity;
    };
    return std::ranges::all_of(platform.clusters, has_one_capacity) &&
           std::ranges::all_of(
               platform.levels,
               [&](const platform::Level& level) { return std::ranges::all_of(level.clusters, has_one_capacity); }) &&
           std::ranges::all_of(platform.links, &platform::Link::symmetric);
}

}  // namespace

bool differs_along_trees(scheme::Operation operation, const platform::Platform& platform) {
    return (scheme::comes_up(operation) || operation == scheme::Operation::kAllreduce) && !is_alike_both_ways(platform);
}

platform::Platform along_trees(scheme::Operation operation, platform::Platform platform) {
    if (scheme::comes_up(operation)) {
        return platform::turned_round(std::move(platform));
    }
    return operation == scheme::Operation::kAllreduce ? slower_ways(std::move(platform)) : platform;
}

}  // namespace causeway::planner
