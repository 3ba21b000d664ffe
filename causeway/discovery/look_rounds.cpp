#include "causeway/discovery/look_rounds.hpp"

#include "causeway/base/matrix.hpp"
#include "causeway/discovery/cluster_groups.hpp"
#include "causeway/discovery/disjoint_steps.hpp"
#include "causeway/discovery/tournament.hpp"
#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <tuple>

namespace causeway::discovery {

namespace {

using Pairs = std::vector<std::pair<int, int>>;
using Links = base::SquareMatrix<const platform::Link*>;

/// Of one direction, as it was measured; null if it was not.
const platform::Plogp* plogp_of(const Links& links, int from, int to) {
    const platform::Link* const link = links(from, to);
    return link != nullptr && link->plogp ? &*link->plogp : nullptr;
}

base::SquareMatrix<Seconds> latencies_of(const Links& links) {
    base::SquareMatrix<Seconds> result(links.size(), Seconds(0.0));
    for (int from = 0; from < links.size(); ++from) {
        for (int to = 0; to < links.size(); ++to) {
            const platform::Plogp* const plogp = plogp_of(links, from, to);
            result(from, to) = plogp != nullptr ? plogp->latency : Seconds(0.0);
        }
    }
    return result;
}

/// What of each group is among `clusters`.
ClusterGroups parts_of(const ClusterGroups& groups, std::vector<int> clusters) {
    std::ranges::sort(clusters);
    ClusterGroups result;
    for (const std::vector<int>& group : groups) {
        std::vector<int> part;
        std::ranges::set_intersection(group, clusters, std::back_inserter(part));
        if (part.size() > 1 && part.size() < clusters.size()) {
            result.push_back(std::move(part));
        }
    }
    return result;
}

/// In the order of a tournament.
Pairs all_pairs(const std::vector<int>& clusters) {
    Pairs result;
    for (const auto& [one, other] : all_meetings(static_cast<int>(clusters.size()))) {
        result.emplace_back(
            std::minmax({clusters[static_cast<std::size_t>(one)], clusters[static_cast<std::size_t>(other)]}));
    }
    return result;
}

bool cost_alike(const platform::Plogp* one, const platform::Plogp* other, Bytes size) {
    if (one == nullptr || other == nullptr) {
        return false;
    }
    const auto [least, most] = std::minmax({one->gap_of(size), other->gap_of(size)});
    return most <= policy::kUnlikeStandIn * least;
}

/// In multiples; 1 where the other takes no time.
double multiple(Seconds one, Seconds other) {
    return other > Seconds(0.0) ? one / other : 1.0;
}

}  // namespace

LookRounds look_rounds(const platform::Platform& platform, const std::vector<int>& clusters, Bytes size) {
    const int num_clusters = platform.num_clusters();
    const Links links = platform::links_between(platform);
    const ClusterGroups one_place = parts_of(groups_alike_from_outside(platform, latencies_of(links)), clusters);
    ClusterGroups groups;
    for (const platform::GroupOfClusters& group : platform::groups_of_clusters(platform)) {
        groups.push_back(group.clusters);
    }
    LookRounds result;
    Pairs looked_at;
    std::vector<std::vector<int>> borders;
    for (const auto& [a, b] : all_pairs(clusters)) {
        const auto [for_a, for_b] = stand_ins(one_place, a, b);
        const bool is_stood_for = std::pair(for_a, for_b) != std::pair(a, b) &&
                                  cost_alike(plogp_of(links, a, b), plogp_of(links, for_a, for_b), size) &&
                                  cost_alike(plogp_of(links, b, a), plogp_of(links, for_b, for_a), size);
        if (is_stood_for) {
            result.stood_for.push_back({.from = a, .to = b, .by_from = for_a, .by_to = for_b});
            result.stood_for.push_back({.from = b, .to = a, .by_from = for_b, .by_to = for_a});
        } else {
            looked_at.emplace_back(a, b);
            borders.push_back(borders_between(groups, num_clusters, a, b));
        }
    }
    for (const std::vector<std::size_t>& step :
         disjoint_steps(borders, num_clusters + static_cast<int>(groups.size()), 0)) {
        Pairs& round = result.rounds.emplace_back();
        for (const std::size_t pair : step) {
            round.push_back(looked_at[pair]);
        }
    }
    return result;
}

std::vector<platform::LinkLook> with_stood_for(std::vector<platform::LinkLook> looks, const LookRounds& rounds,
                                               const platform::Platform& measured) {
    if (rounds.stood_for.empty()) {
        return looks;
    }
    std::map<std::pair<int, int>, platform::LinkLook> look_at;
    for (const platform::LinkLook& look : looks) {
        look_at.emplace(std::pair(look.from, look.to), look);
    }
    const Links links = platform::links_between(measured);
    for (const StoodFor& link : rounds.stood_for) {
        const auto look = look_at.find({link.by_from, link.by_to});
        if (look == look_at.end()) {
            continue;
        }
        const platform::LinkLook& seen = look->second;
        const platform::Plogp& own = *plogp_of(links, link.from, link.to);
        const platform::Plogp& by = *plogp_of(links, link.by_from, link.by_to);
        looks.push_back({.from = link.from,
                         .to = link.to,
                         .size = seen.size,
                         .gap = multiple(own.gap_of(seen.size), by.gap_of(seen.size)) * seen.gap,
                         .round_trip = multiple(own.latency, by.latency) * seen.round_trip});
    }
    std::ranges::sort(looks, {}, [](const platform::LinkLook& look) { return std::tuple(look.from, look.to); });
    return looks;
}

}  // namespace causeway::discovery
