/// Which links are looked at at once, and which stand for others.
#include "causeway/discovery/look_rounds.hpp"

#include "causeway/discovery/tournament.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

using platform::LinkLook;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr Bytes kSize(16 << 10);

platform::Plogp plogp(double latency, double rate) {
    platform::Plogp result;
    result.latency = Seconds(latency);
    result.gap = statistics::PiecewiseLinear({{0.0, 1e-5}, {1 << 20, 1e-5 + (1 << 20) / rate}});
    return result;
}

/// Sites of LANs, 0.6 ms apart inside, 8 ms between sites.
platform::Platform nested(int sites, int lans) {
    platform::Platform result;
    platform::Level& level = result.levels.emplace_back();
    for (int c = 0; c < sites * lans; ++c) {
        platform::Cluster cluster;
        cluster.name = fmt::format("c{}", c);
        cluster.hosts = {fmt::format("h{}", c)};
        cluster.num_hosts = 1;
        result.clusters.push_back(cluster);
        if (c % lans == 0) {
            level.clusters.push_back({.name = fmt::format("s{}", c / lans), .hosts = {}});
        }
        level.clusters.back().hosts.push_back(cluster.hosts.front());
        for (int to = 0; to < c; ++to) {
            const bool is_near = to / lans == c / lans;
            result.links.push_back({.from = to, .to = c, .plogp = is_near ? plogp(6e-4, 8e7) : plogp(8e-3, 2e7)});
        }
    }
    return result;
}

/// Of two LANs each; the link between the second ones is `other`.
platform::Platform two_sites_with(const platform::Plogp& other) {
    platform::Platform result = nested(2, 2);
    for (platform::Link& link : result.links) {
        if (link.from == 1 && link.to == 3) {
            link.plogp = other;
        }
    }
    return result;
}

std::vector<int> all_of(const platform::Platform& platform) {
    std::vector<int> clusters(static_cast<std::size_t>(platform.num_clusters()));
    std::iota(clusters.begin(), clusters.end(), 0);
    return clusters;
}

TEST(LookRounds, AreATournamentWhereThereAreNoGroups) {
    for (const int size : {2, 3, 5, 8}) {
        platform::Platform flat = nested(size, 1);
        const LookRounds found = look_rounds(flat, all_of(flat), kSize);
        EXPECT_THAT(found.stood_for, IsEmpty());
        ASSERT_EQ(found.rounds.size(), static_cast<std::size_t>(num_rounds(size)));
        for (std::size_t round = 0; round < found.rounds.size(); ++round) {
            for (const auto& [a, b] : found.rounds[round]) {
                EXPECT_EQ(opponents(a, size)[round], b);
            }
        }
    }
}

TEST(LookRounds, NoTwoAtOnceShareASitesUplink) {
    const int lans = 3;
    const platform::Platform grid = nested(4, lans);
    const LookRounds found = look_rounds(grid, all_of(grid), kSize);
    std::set<std::pair<int, int>> seen;
    for (const auto& round : found.rounds) {
        std::multiset<int> clusters;
        std::multiset<int> sites;
        for (const auto& [a, b] : round) {
            EXPECT_TRUE(seen.emplace(a, b).second);
            clusters.insert({a, b});
            if (a / lans != b / lans) {
                sites.insert({a / lans, b / lans});
            }
        }
        for (int c = 0; c < grid.num_clusters(); ++c) {
            EXPECT_LE(clusters.count(c), 1U);
            EXPECT_LE(sites.count(c / lans), 1U);
        }
    }
    // One link between each two sites, and all inside; the others are stood for, each way.
    EXPECT_EQ(seen.size(), 6U + 4U * 3U);
    EXPECT_EQ(found.stood_for.size(), 2U * (66U - 18U));
    EXPECT_LE(found.rounds.size(), 6U) << "fewer than the 11 of a tournament";
}

TEST(LookRounds, ALinkUnlikeTheOneThatWouldStandForItIsLookedAt) {
    const platform::Platform grid = two_sites_with(plogp(8e-3, 5e6));
    const LookRounds found = look_rounds(grid, all_of(grid), kSize);
    const bool is_looked_at = std::ranges::any_of(
        found.rounds, [](const auto& round) { return std::ranges::find(round, std::pair(1, 3)) != round.end(); });
    EXPECT_TRUE(is_looked_at);
    EXPECT_EQ(found.stood_for.size(), 4U);
}

TEST(LookRounds, OfAPartOfTheClustersTheFirstThatAreThereStandForOthers) {
    const platform::Platform grid = nested(2, 3);
    const LookRounds found = look_rounds(grid, {4, 1, 2}, kSize);
    EXPECT_THAT(found.rounds, UnorderedElementsAre(ElementsAre(std::pair(1, 4)), ElementsAre(std::pair(1, 2))));
    EXPECT_THAT(found.stood_for, UnorderedElementsAre(StoodFor{.from = 2, .to = 4, .by_from = 1, .by_to = 4},
                                                      StoodFor{.from = 4, .to = 2, .by_from = 4, .by_to = 1}));
}

TEST(LooksWithStoodFor, AreAsMuchOffWhatWasMeasured) {
    const platform::Platform grid = two_sites_with(plogp(9e-3, 1.8e7));
    const LookRounds rounds = look_rounds(grid, all_of(grid), kSize);
    const Seconds usual = grid.find_link(0, 2)->plogp->gap_of(kSize);
    const std::vector<LinkLook> looks = with_stood_for(
        {{.from = 0, .to = 2, .size = kSize, .gap = 3.0 * usual, .round_trip = Seconds(0.016)}}, rounds, grid);
    ASSERT_EQ(looks.size(), 4U);
    EXPECT_EQ(looks.back().from, 1);
    EXPECT_EQ(looks.back().to, 3);
    EXPECT_DOUBLE_EQ(looks.back().gap / grid.find_link(1, 3)->plogp->gap_of(kSize), 3.0);
    EXPECT_DOUBLE_EQ(looks.back().round_trip.value(), 0.018);
}

}  // namespace
}  // namespace causeway::discovery
