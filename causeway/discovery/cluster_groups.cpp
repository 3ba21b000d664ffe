#include "causeway/discovery/cluster_groups.hpp"

#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace causeway::discovery {

namespace {

bool has(const std::vector<int>& group, int cluster) {
    return std::binary_search(group.begin(), group.end(), cluster);
}

bool is_alike_from_outside(const std::vector<int>& group, const base::SquareMatrix<Seconds>& between) {
    Seconds inside;
    for (const int a : group) {
        for (const int b : group) {
            inside = a == b ? inside : std::max(inside, between(a, b));
        }
    }
    for (int other = 0; other < between.size(); ++other) {
        if (has(group, other)) {
            continue;
        }
        Seconds nearest = Seconds::infinity();
        Seconds farthest;
        for (const int member : group) {
            nearest = std::min({nearest, between(member, other), between(other, member)});
            farthest = std::max({farthest, between(member, other), between(other, member)});
        }
        // A search leaves pairs unknown, as 0.
        const bool is_known = inside > Seconds(0.0) && nearest > Seconds(0.0);
        if (!is_known || nearest < policy::kMuchNearer * inside ||
            farthest - nearest > std::max(policy::kAlikeDistances * nearest, inside)) {
            return false;
        }
    }
    return true;
}

/// By that much more latency, or less of it: never below 0.
void move_away(platform::Plogp& plogp, Seconds more) {
    more = std::max(more, -1.0 * plogp.latency);
    plogp.latency = plogp.latency + more;
    if (!plogp.delivery) {
        return;
    }
    const std::span<const statistics::PiecewiseLinear::Point> before = plogp.delivery->points();
    std::vector<statistics::PiecewiseLinear::Point> points(before.begin(), before.end());
    for (statistics::PiecewiseLinear::Point& point : points) {
        point.y = std::max(0.0, point.y + more.value());
    }
    plogp.delivery = statistics::PiecewiseLinear(std::move(points));
}

}  // namespace

ClusterGroups groups_alike_from_outside(const platform::Platform& platform,
                                        const base::SquareMatrix<Seconds>& between) {
    ClusterGroups result;
    for (const platform::GroupOfClusters& group : platform::groups_of_clusters(platform)) {
        if (is_alike_from_outside(group.clusters, between)) {
            result.push_back(group.clusters);
        }
    }
    return result;
}

std::vector<Family> families_of(const ClusterGroups& groups, int num_clusters) {
    std::vector<Family> result(groups.size() + 1);
    const auto members_of = [&](std::size_t family) {
        std::vector<int> members;
        if (family > 0) {
            return groups[family - 1];
        }
        for (int cluster = 0; cluster < num_clusters; ++cluster) {
            members.push_back(cluster);
        }
        return members;
    };
    for (std::size_t family = 0; family < result.size(); ++family) {
        result[family].group = static_cast<int>(family) - 1;
        for (std::size_t outer = 0; family > 0 && outer + 1 < family; ++outer) {
            // Larger groups come first.
            if (has(groups[outer], groups[family - 1].front())) {
                result[family].depth = std::max(result[family].depth, result[outer + 1].depth);
            }
        }
        result[family].depth += family > 0 ? 1 : 0;
        const std::vector<int> members = members_of(family);
        for (const int cluster : members) {
            std::vector<std::vector<int>>& children = result[family].children;
            if (std::any_of(children.begin(), children.end(),
                            [&](const std::vector<int>& child) { return has(child, cluster); })) {
                continue;
            }
            const auto child = std::find_if(groups.begin() + static_cast<std::ptrdiff_t>(family), groups.end(),
                                            [&](const std::vector<int>& group) { return has(group, cluster); });
            children.push_back(child == groups.end() ? std::vector<int>{cluster} : *child);
        }
    }
    return result;
}

std::pair<int, int> stand_ins(const ClusterGroups& groups, int from, int to) {
    const auto first_around = [&](int cluster, int other) {
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<int>& one) {
            return has(one, cluster) && !has(one, other);
        });
        return group == groups.end() ? cluster : group->front();
    };
    return {first_around(from, to), first_around(to, from)};
}

std::vector<int> borders_between(const ClusterGroups& groups, int num_clusters, int a, int b) {
    std::vector<int> result{a, b};
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (has(groups[group], a) != has(groups[group], b)) {
            result.push_back(num_clusters + static_cast<int>(group));
        }
    }
    return result;
}

std::vector<std::pair<int, int>> links_stood_for(const ClusterGroups& groups, int num_clusters) {
    std::vector<std::pair<int, int>> result;
    for (int a = 0; a < num_clusters && !groups.empty(); ++a) {
        for (int b = a + 1; b < num_clusters; ++b) {
            if (stand_ins(groups, a, b) != std::pair(a, b)) {
                result.emplace_back(a, b);
            }
        }
    }
    return result;
}

std::vector<Route> with_stand_ins(std::vector<Route> routes, const ClusterGroups& groups,
                                  const std::vector<std::pair<int, int>>& links,
                                  const base::SquareMatrix<Seconds>& between) {
    const std::vector<Route> measured = routes;
    for (const auto& [a, b] : links) {
        const auto [for_a, for_b] = stand_ins(groups, a, b);
        for (const Route& route : measured) {
            const bool is_there = route.from == for_a && route.to == for_b;
            const bool is_back = route.from == for_b && route.to == for_a;
            if (route.kind != Route::Kind::kBetweenClusters || (!is_there && !is_back)) {
                continue;
            }
            Route copy = route;
            copy.stands_in = {route.from, route.to};
            copy.directions.reset();
            move_away(copy.measurement.plogp, between(a, b) - between(for_a, for_b));
            // Of routes that count both ways the lower cluster comes first.
            const bool is_from_lower = is_there || route.symmetric;
            copy.from = is_from_lower ? a : b;
            copy.to = is_from_lower ? b : a;
            routes.push_back(std::move(copy));
        }
    }
    return routes;
}

}  // namespace causeway::discovery
