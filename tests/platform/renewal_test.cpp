/// Links that were measured again: what counts as changed, and what becomes of the platform.
#include "causeway/platform/renewal.hpp"
#include "causeway/platform/platform_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace causeway::platform {
namespace {

using statistics::PiecewiseLinear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Bytes kSize(32 * 1024);

/// 10 us and 20 MB/s.
Plogp plogp(double latency) {
    Plogp result;
    result.latency = Seconds(latency);
    result.gap = PiecewiseLinear({{0.0, 1e-5}, {1e6, 1e-5 + 0.05}});
    result.delivery = PiecewiseLinear({{0.0, latency + 1e-5}, {1e6, latency + 0.06}});
    return result;
}

Platform three_sites() {
    Platform platform;
    for (const char* name : {"a", "b", "c"}) {
        Cluster cluster;
        cluster.name = name;
        cluster.num_hosts = 1;
        cluster.uplink_capacity = BytesPerSecond(2e7);
        cluster.downlink_capacity = BytesPerSecond(2e7);
        platform.clusters.push_back(cluster);
    }
    platform.links = {
        {.from = 0, .to = 1, .symmetric = true, .plogp = plogp(0.005), .shared_capacity = {}, .per_flow_limit = {}},
        {.from = 0,
         .to = 2,
         .symmetric = true,
         .plogp = plogp(0.012),
         .shared_capacity = {},
         .per_flow_limit = BytesPerSecond(2e7)},
        {.from = 1, .to = 2, .symmetric = true, .plogp = plogp(0.006), .shared_capacity = {}, .per_flow_limit = {}}};
    return platform;
}

LinkLook look(const Platform& platform, int from, int to, double gap_factor, double latency_factor = 1.0) {
    const Plogp& link = *platform.find_link(from, to)->plogp;
    return {.from = from,
            .to = to,
            .size = kSize,
            .gap = gap_factor * link.gap_of(kSize),
            .round_trip = 2.0 * latency_factor * link.latency};
}

TEST(LinkChanges, AreWhatIsThirtyPercentOffWhatIsBelieved) {
    const Platform platform = three_sites();
    const Renewal as_measured(3);
    EXPECT_THAT(changes(platform, as_measured, {look(platform, 0, 1, 1.25), look(platform, 1, 0, 0.8)}), IsEmpty());
    EXPECT_THAT(changes(platform, as_measured, {look(platform, 0, 1, 1.0, 1.09)}), IsEmpty());  // 0.9 ms
    const auto found = changes(platform, as_measured,
                               {look(platform, 1, 0, 4.0), look(platform, 1, 2, 0.5), look(platform, 0, 2, 1.0, 2.0)});
    ASSERT_EQ(found.size(), 3U);
    EXPECT_NEAR(found[0].after.gap, 4.0, 1e-12);
    EXPECT_EQ(found[0].after.latency, 1.0);
    EXPECT_NEAR(found[1].after.gap, 0.5, 1e-12);
    EXPECT_NEAR(found[2].after.latency, 2.0, 1e-12);
    EXPECT_EQ(describe(found, platform), "b > a 4.0 times slower, b > c 2.0 times faster, a > c 2.0 times the latency");
}

TEST(LinkChanges, NoLinkIsFasterThanTheInterfacesAtItsEnds) {
    Platform platform = three_sites();
    platform.clusters[1].plogp = plogp(1e-4);
    platform.clusters[1].plogp->gap = PiecewiseLinear({{0.0, 5e-6}, {1e6, 5e-6 + 0.01}});
    const auto found = changes(platform, Renewal(3), {look(platform, 0, 1, 1e-4), look(platform, 0, 2, 1e-4)});
    ASSERT_EQ(found.size(), 2U);
    EXPECT_NEAR(found[0].after.gap, 0.2, 5e-3);
    EXPECT_NEAR(found[1].after.gap, 1e-4, 1e-12);
}

TEST(LinkChanges, BackToWhatWasMeasuredAreExactlyThat) {
    const Platform platform = three_sites();
    const Renewal slow = with(Renewal(3), changes(platform, Renewal(3), {look(platform, 1, 0, 4.0)}));
    EXPECT_THAT(changes(platform, slow, {look(platform, 1, 0, 3.5)}), IsEmpty());
    const auto back = changes(platform, slow, {look(platform, 1, 0, 1.1)});
    ASSERT_EQ(back.size(), 1U);
    EXPECT_EQ(with(slow, back), Renewal(3));
    EXPECT_EQ(renewed(platform, with(slow, back)), platform);
}

TEST(RenewedPlatform, HasTheSlowDirectionByItself) {
    const Platform platform = three_sites();
    const Renewal renewal = with(Renewal(3), changes(platform, Renewal(3), {look(platform, 1, 0, 4.0)}));
    const Platform now = renewed(platform, renewal);
    const Bytes large(1 << 20);
    EXPECT_NEAR(now.find_link(1, 0)->plogp->gap_of(large) / platform.find_link(1, 0)->plogp->gap_of(large), 4.0, 1e-9);
    EXPECT_EQ(*now.find_link(0, 1)->plogp, *platform.find_link(0, 1)->plogp);
    EXPECT_EQ(*now.find_link(1, 2), *platform.find_link(1, 2));
    // What is fixed for a message stays; between, the gap grows with the size, and no message arrives before it is
    // sent.
    EXPECT_EQ(now.find_link(1, 0)->plogp->gap_of(Bytes(0)), platform.find_link(1, 0)->plogp->gap_of(Bytes(0)));
    for (std::int64_t size = 1; size <= 4 << 20; size *= 2) {
        const Plogp& slow = *now.find_link(1, 0)->plogp;
        EXPECT_GE(slow.gap_of(Bytes(size)), platform.find_link(1, 0)->plogp->gap_of(Bytes(size))) << size;
        EXPECT_GE(slow.transit_of(Bytes(size)), slow.latency) << size;
    }
    EXPECT_EQ(parse_platform(to_json_text(now), "test"), now);
}

TEST(RenewedPlatform, HasAnUplinkThatIsSlowerWhereAllItsLinksAre) {
    const Platform platform = three_sites();
    const auto one = renewed(platform, with(Renewal(3), changes(platform, Renewal(3), {look(platform, 1, 0, 4.0)})));
    EXPECT_EQ(one.clusters[1].uplink_capacity, BytesPerSecond(2e7));
    const auto both = renewed(
        platform,
        with(Renewal(3), changes(platform, Renewal(3), {look(platform, 1, 0, 4.0), look(platform, 1, 2, 5.0)})));
    EXPECT_NEAR(both.clusters[1].uplink_capacity->value(), 5e6, 1.0);
    EXPECT_EQ(both.clusters[1].downlink_capacity, BytesPerSecond(2e7));
    EXPECT_EQ(both.clusters[0].downlink_capacity, BytesPerSecond(2e7));
    const auto faster = renewed(
        platform,
        with(Renewal(3), changes(platform, Renewal(3), {look(platform, 0, 2, 0.25), look(platform, 1, 2, 0.5)})));
    EXPECT_NEAR(faster.clusters[2].downlink_capacity->value(), 4e7, 1.0);
    EXPECT_NEAR(faster.find_link(0, 2)->per_flow_limit->value(), 8e7, 1.0);
}

TEST(RenewedPlatform, WhatClustersShareChangesWithAllLinksThatLeaveThem) {
    Platform platform = three_sites();
    platform.levels = {{.name = "region",
                        .clusters = {{.name = "ab",
                                      .hosts = {"a-0", "b-0"},
                                      .uplink_capacity = BytesPerSecond(3e7),
                                      .downlink_capacity = BytesPerSecond(3e7)},
                                     {.name = "c", .hosts = {"c-0"}}}}};
    Renewal renewal(3);
    renewal(0, 2) = {.gap = 2.0};
    EXPECT_EQ(renewed(platform, renewal).levels, platform.levels) << "b's link to c is as it was";
    renewal(1, 2) = {.gap = 3.0};
    const LevelCluster ab = renewed(platform, renewal).levels[0].clusters[0];
    EXPECT_EQ(ab.uplink_capacity, BytesPerSecond(1.5e7));
    EXPECT_EQ(ab.downlink_capacity, BytesPerSecond(3e7));
}

}  // namespace
}  // namespace causeway::platform
