#include "causeway/discovery/group_samples.hpp"

#include "causeway/discovery/disjoint_steps.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace causeway::discovery {

namespace {

// Between sizes at which routes are looked at and those at which they are measured.
constexpr Bytes kSizeOfRates(64 * 1024);

constexpr int kNone = -1;

bool is_between(const Route& route, int from, int to) {
    const bool is_there = route.from == from && route.to == to;
    const bool is_back = route.symmetric && route.from == to && route.to == from;
    return route.kind == Route::Kind::kBetweenClusters && (is_there || is_back);
}

/// Of the fastest link between that cluster and one that is not of the same place; infinite if there is none.
/// `seen_from`: a cluster that is elsewhere.
Seconds least_gap_of(int cluster, int seen_from, const ClusterGroups& groups, std::span<const Route> measured) {
    const auto place = std::ranges::find_if(groups, [&](const std::vector<int>& group) {
        return std::ranges::binary_search(group, cluster) && !std::ranges::binary_search(group, seen_from);
    });
    Seconds least = Seconds::infinity();
    for (const Route& route : measured) {
        const int other = route.from == cluster ? route.to : route.from;
        const bool is_of_cluster = route.kind == Route::Kind::kBetweenClusters && other != cluster &&
                                   (route.from == cluster || route.to == cluster);
        if (is_of_cluster && (place == groups.end() || !std::ranges::binary_search(*place, other))) {
            least = std::min(least, route.measurement.plogp.gap_of(kSizeOfRates));
        }
    }
    return least;
}

/// The clusters directly around the group's: those of the smallest group around it, or all.
std::vector<int> around(const ClusterGroups& groups, std::size_t group, int num_clusters) {
    std::vector<int> result(static_cast<std::size_t>(num_clusters));
    std::iota(result.begin(), result.end(), 0);
    for (std::size_t outer = 0; outer < group; ++outer) {  // the larger ones come first
        if (std::ranges::includes(groups[outer], groups[group])) {
            result = groups[outer];
        }
    }
    return result;
}

/// Among the fastest of those whose links are measured, the one that was chosen most rarely so far; kNone if there is
/// none. `times_chosen`: [cluster].
int outside_of(const ClusterGroups& groups, std::size_t group, std::span<const Route> measured,
               const std::vector<int>& times_chosen) {
    const int first = groups[group].front();
    const auto gap_of = [&](int cluster) { return least_gap_of(cluster, first, groups, measured); };
    std::vector<int> candidates = around(groups, group, static_cast<int>(times_chosen.size()));
    std::erase_if(candidates, [&](int cluster) {
        // Others stand for the links of all that are not first where they are.
        const bool stands = stand_ins(groups, first, cluster).second == cluster;
        return std::ranges::binary_search(groups[group], cluster) || !stands;
    });
    if (candidates.empty()) {
        return kNone;
    }
    const Seconds least = gap_of(*std::ranges::min_element(candidates, {}, gap_of));
    std::erase_if(candidates, [&](int cluster) { return gap_of(cluster) > policy::kAlikeDirections * least; });
    return *std::ranges::min_element(candidates, {},
                                     [&](int cluster) { return times_chosen[static_cast<std::size_t>(cluster)]; });
}

bool is_like_stand_in(const GroupSample& sample, const ClusterGroups& groups, std::span<const Route> known,
                      const Glance& look) {
    const bool is_from_member = look.from == sample.member;
    const std::pair<int, int> ends = stand_ins(groups, is_from_member ? sample.member : sample.outside,
                                               is_from_member ? sample.outside : sample.member);
    const auto route =
        std::ranges::find_if(known, [&](const Route& one) { return is_between(one, ends.first, ends.second); });
    if (route == known.end()) {
        return true;
    }
    const auto [least, most] = std::minmax({look.pace.gap, route->measurement.plogp.gap_of(look.size)});
    return most <= policy::kUnlikeStandIn * least;
}

}  // namespace

std::vector<GroupSample> samples_of(const ClusterGroups& groups, int num_clusters, std::span<const Route> measured) {
    std::vector<std::vector<GroupSample>> of_groups;
    std::vector<int> times_outside(static_cast<std::size_t>(num_clusters), 0);
    for (const Family& family : families_of(groups, num_clusters)) {
        const int outside = family.group < 0
                                ? kNone
                                : outside_of(groups, static_cast<std::size_t>(family.group), measured, times_outside);
        if (outside == kNone) {
            continue;
        }
        std::vector<GroupSample>& samples = of_groups.emplace_back();
        for (std::size_t child = 1; child < family.children.size(); ++child) {
            samples.push_back({family.group, family.children[child].front(), outside});
            ++times_outside[static_cast<std::size_t>(outside)];
        }
    }
    std::vector<GroupSample> result;  // one of each group, then another of each
    for (std::size_t place = 0; std::ranges::any_of(of_groups, [&](const auto& one) { return place < one.size(); });
         ++place) {
        for (const std::vector<GroupSample>& samples : of_groups) {
            if (place < samples.size()) {
                result.push_back(samples[place]);
            }
        }
    }
    return result;
}

std::vector<std::vector<GroupSample>> steps_of(std::span<const GroupSample> samples, const ClusterGroups& groups,
                                               int num_clusters, std::size_t most_steps) {
    std::vector<std::vector<int>> borders;
    for (const GroupSample& sample : samples) {
        borders.push_back(borders_between(groups, num_clusters, sample.member, sample.outside));
    }
    std::vector<std::vector<std::size_t>> steps =
        disjoint_steps(borders, num_clusters + static_cast<int>(groups.size()), 0);
    steps.resize(std::min(steps.size(), most_steps));
    std::vector<std::vector<GroupSample>> result;
    for (const std::vector<std::size_t>& step : steps) {
        std::vector<GroupSample>& at_once = result.emplace_back();
        for (const std::size_t sample : step) {
            at_once.push_back(samples[sample]);
        }
    }
    return result;
}

std::vector<GroupSample> unlike_stand_ins(const ClusterGroups& groups, std::span<const GroupSample> samples,
                                          std::span<const Route> known, std::span<const Glance> looks) {
    std::vector<GroupSample> result;
    std::ranges::copy_if(samples, std::back_inserter(result), [&](const GroupSample& sample) {
        return std::ranges::any_of(looks, [&](const Glance& look) {
            const std::pair<int, int> link = std::minmax(look.from, look.to);
            return link == sample.link() && !is_like_stand_in(sample, groups, known, look);
        });
    });
    return result;
}

std::vector<GroupSample> with_stand_ins_of(const ClusterGroups& groups, std::span<const GroupSample> samples) {
    std::vector<GroupSample> result;
    const auto add = [&](const GroupSample& one) {
        const bool is_there =
            std::ranges::any_of(result, [&](const GroupSample& known) { return known.link() == one.link(); });
        if (!is_there) {
            result.push_back(one);
        }
    };
    for (const GroupSample& sample : samples) {
        const auto [member, outside] = stand_ins(groups, sample.member, sample.outside);
        add(sample);
        add({.group = sample.group, .member = member, .outside = outside});
    }
    return result;
}

ClusterGroups groups_without(const ClusterGroups& groups, std::span<const GroupSample> samples) {
    std::vector<char> holds(groups.size(), 1);
    for (const GroupSample& sample : samples) {
        holds[static_cast<std::size_t>(sample.group)] = 0;
    }
    // What is not one place is none in a larger one.
    for (std::size_t outer = 0; outer < groups.size(); ++outer) {
        for (std::size_t inner = outer + 1; inner < groups.size(); ++inner) {
            if (holds[inner] == 0 && std::ranges::includes(groups[outer], groups[inner])) {
                holds[outer] = 0;
            }
        }
    }
    ClusterGroups result;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (holds[group] != 0) {
            result.push_back(groups[group]);
        }
    }
    return result;
}

}  // namespace causeway::discovery
