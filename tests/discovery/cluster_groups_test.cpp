/// Which clusters are one place for all others, and who stands for whom.
#include "causeway/discovery/cluster_groups.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using Links = std::vector<std::pair<int, int>>;

/// One host each; its levels as sets of clusters.
platform::Platform platform_of(int num_clusters, const std::vector<std::vector<std::vector<int>>>& levels) {
    platform::Platform result;
    for (int c = 0; c < num_clusters; ++c) {
        platform::Cluster cluster;
        cluster.name = fmt::format("c{}", c);
        cluster.hosts = {fmt::format("h{}", c)};
        cluster.num_hosts = 1;
        result.clusters.push_back(std::move(cluster));
    }
    for (const auto& sets : levels) {
        platform::Level level;
        for (const std::vector<int>& members : sets) {
            platform::LevelCluster entry{.name = fmt::format("{}", members.front()), .hosts = {}};
            for (const int c : members) {
                entry.hosts.push_back(fmt::format("h{}", c));
            }
            level.clusters.push_back(std::move(entry));
        }
        result.levels.push_back(std::move(level));
    }
    return result;
}

/// Latencies in milliseconds between some pairs; the others are `far`.
base::SquareMatrix<Seconds> latencies(int num_clusters, double far, const std::map<std::pair<int, int>, double>& near) {
    base::SquareMatrix<Seconds> result(num_clusters, Seconds(far * 1e-3));
    for (const auto& [pair, milliseconds] : near) {
        result(pair.first, pair.second) = Seconds(milliseconds * 1e-3);
        result(pair.second, pair.first) = Seconds(milliseconds * 1e-3);
    }
    return result;
}

TEST(GroupsAlikeFromOutside, AreLansOfSitesAndSitesOfRegions) {
    const platform::Platform nested =
        platform_of(6, {{{0, 1}, {2, 3}, {4}, {5}}, {{0, 1, 2, 3}, {4}, {5}}, {{0, 1, 2, 3, 4, 5}}});
    const auto between =
        latencies(6, 20.0, {{{0, 1}, 0.6}, {{2, 3}, 0.6}, {{0, 2}, 4}, {{0, 3}, 4.3}, {{1, 2}, 4}, {{1, 3}, 4}});
    EXPECT_THAT(groups_alike_from_outside(nested, between),
                ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(0, 1), ElementsAre(2, 3)));
}

TEST(GroupsAlikeFromOutside, AreNoSitesThatAreMerelyTheNearestTwo) {
    const platform::Platform three = platform_of(3, {{{0, 1}, {2}}});
    EXPECT_THAT(groups_alike_from_outside(three, latencies(3, 5.4, {{{0, 1}, 5}, {{0, 2}, 12}})), IsEmpty());
    EXPECT_THAT(groups_alike_from_outside(three, latencies(3, 10, {{{0, 1}, 4}})), IsEmpty()) << "not much nearer";
    EXPECT_THAT(groups_alike_from_outside(three, latencies(3, 30, {{{0, 1}, 4}, {{0, 2}, 18}})), IsEmpty())
        << "further from one than from the other";
    EXPECT_THAT(groups_alike_from_outside(three, latencies(3, 30, {{{0, 1}, 4}, {{0, 2}, 27}})),
                ElementsAre(ElementsAre(0, 1)));
    EXPECT_THAT(groups_alike_from_outside(three, latencies(3, 30, {{{0, 1}, 4}, {{0, 2}, 0}})), IsEmpty()) << "unknown";
}

const ClusterGroups kNested = {{0, 1, 2, 3}, {0, 1}, {2, 3}};

TEST(FamiliesOf, AreTheWholeAndEachGroupWithWhatIsDirectlyInside) {
    const std::vector<Family> families = families_of(kNested, 6);
    ASSERT_EQ(families.size(), 4U);
    EXPECT_EQ(families[0].group, -1);
    EXPECT_THAT(families[0].children, ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4), ElementsAre(5)));
    EXPECT_THAT(families[1].children, ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
    EXPECT_THAT(families[3].children, ElementsAre(ElementsAre(2), ElementsAre(3)));
    std::vector<int> depths;
    for (const Family& family : families) {
        depths.push_back(family.depth);
    }
    EXPECT_THAT(depths, ElementsAre(0, 1, 2, 2));
    EXPECT_EQ(families_of({}, 3).size(), 1U);
}

TEST(StandIns, AreTheFirstOfTheLargestGroupsApart) {
    EXPECT_THAT(stand_ins(kNested, 3, 5), Pair(0, 5));
    EXPECT_THAT(stand_ins(kNested, 1, 3), Pair(0, 2));
    EXPECT_THAT(stand_ins(kNested, 2, 3), Pair(2, 3));
    EXPECT_THAT(stand_ins({}, 2, 3), Pair(2, 3));
    EXPECT_EQ(links_stood_for(kNested, 6).size(), 15U - 1U - 4U - 1U) << "0-1, 2-3, 0-2, 0-4, 0-5, 4-5 stand";
    EXPECT_THAT(links_stood_for({}, 6), IsEmpty());
}

TEST(StandIns, OfALevelThatMeasureAtOnceShareNoBorder) {
    // Two routes that are measured at once have no cluster in common; those that stand for others leave any group by
    // its first cluster.
    const Links stood_for = links_stood_for(kNested, 6);
    for (const std::vector<int>& group : kNested) {
        for (int inside = 0; inside < 6; ++inside) {
            for (int outside = 0; outside < 6; ++outside) {
                const bool leaves =
                    std::ranges::binary_search(group, inside) && !std::ranges::binary_search(group, outside);
                const bool is_measured =
                    std::ranges::find(stood_for, std::pair(std::min(inside, outside), std::max(inside, outside))) ==
                    stood_for.end();
                if (leaves && is_measured) {
                    EXPECT_EQ(inside, group.front());
                }
            }
        }
    }
}

Route route(int from, int to, bool symmetric, double latency) {
    Route result{.kind = Route::Kind::kBetweenClusters, .from = from, .to = to, .symmetric = symmetric};
    result.measurement.plogp.latency = Seconds(latency);
    return result;
}

TEST(WithStandIns, RoutesBetweenGroupsAreThoseOfTheirFirst) {
    const std::vector<Route> measured = {route(0, 1, true, 1.0), route(0, 2, false, 4.0), route(2, 0, false, 5.0),
                                         route(2, 3, true, 1.0)};
    const ClusterGroups sites = {{0, 1}, {2, 3}};
    const std::vector<Route> all = with_stand_ins(measured, sites, links_stood_for(sites, 4), latencies(4, 4.0, {}));
    ASSERT_EQ(all.size(), 4U + 6U) << "both ways of three pairs";
    std::map<std::pair<int, int>, double> latency;
    for (const Route& one : all) {
        EXPECT_TRUE(latency.emplace(std::pair(one.from, one.to), one.measurement.plogp.latency.value()).second);
    }
    EXPECT_EQ(latency.at({1, 3}), 4.0);
    EXPECT_EQ(latency.at({3, 1}), 5.0);
    EXPECT_EQ(all[4].stands_in, (std::pair(0, 2)));
    EXPECT_FALSE(all[0].stands_in);
}

TEST(WithStandIns, ARouteOfBothWaysIsTakenOnce) {
    const ClusterGroups site = {{1, 2}};
    const std::vector<Route> all =
        with_stand_ins({route(0, 1, true, 4.0)}, site, links_stood_for(site, 3), latencies(3, 4.0, {}));
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(std::pair(all[1].from, all[1].to), std::pair(0, 2));
    EXPECT_TRUE(all[1].symmetric);
    EXPECT_THAT(with_stand_ins({}, site, links_stood_for(site, 3), latencies(3, 4.0, {})), IsEmpty())
        << "what was not measured stands for none";
}

TEST(WithStandIns, ARouteIsAsMuchFartherAsLatenciesSay) {
    const ClusterGroups site = {{1, 2}};
    Route measured = route(0, 1, true, 0.020);
    measured.measurement.plogp.delivery = statistics::PiecewiseLinear({{0.0, 0.021}, {1e6, 0.071}});
    const auto with_far = [&](double milliseconds) {
        return with_stand_ins({measured}, site, links_stood_for(site, 3),
                              latencies(3, 20.0, {{{0, 2}, milliseconds}}))[1]
            .measurement.plogp;
    };
    EXPECT_NEAR(with_far(23.0).latency.value(), 0.023, 1e-12);
    EXPECT_NEAR((*with_far(23.0).delivery)(1e6), 0.074, 1e-12);
    EXPECT_NEAR(with_far(18.0).latency.value(), 0.018, 1e-12);
    EXPECT_EQ(with_far(20.0), measured.measurement.plogp);
}

}  // namespace
}  // namespace causeway::discovery
