/// Questions to a platform: its links, its processes, its fingerprint.
#include "causeway/platform/platform.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace causeway::platform {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Cluster cluster_of_hosts(std::string name, std::vector<std::string> hosts) {
    Cluster result;
    result.name = std::move(name);
    result.num_hosts = static_cast<int>(hosts.size());
    result.hosts = std::move(hosts);
    return result;
}

Cluster cluster_of_count(std::string name, int num_hosts) {
    Cluster result;
    result.name = std::move(name);
    result.num_hosts = num_hosts;
    return result;
}

Link link(int from, int to, bool symmetric) {
    Link result;
    result.from = from;
    result.to = to;
    result.symmetric = symmetric;
    return result;
}

TEST(Platform, ClustersAndHostsAreFoundByName) {
    Platform platform;
    platform.clusters = {cluster_of_count("a", 1), cluster_of_count("b", 2)};
    platform.hosts = {{"n0", 1, 1}, {"n1", 1, 1}};
    EXPECT_EQ(platform.find_cluster("b"), 1);
    EXPECT_EQ(platform.find_cluster("c"), std::nullopt);
    EXPECT_EQ(platform.find_host("n1"), 1);
    EXPECT_EQ(platform.find_host("b"), std::nullopt);
}

TEST(FindLink, ASymmetricLinkCarriesBothDirections) {
    Platform platform;
    platform.clusters = {cluster_of_count("a", 1), cluster_of_count("b", 1), cluster_of_count("c", 1)};
    platform.links = {link(0, 1, true)};
    EXPECT_EQ(platform.find_link(0, 1), &platform.links[0]);
    EXPECT_EQ(platform.find_link(1, 0), &platform.links[0]);
    EXPECT_EQ(platform.find_link(0, 2), nullptr);
    EXPECT_EQ(platform.find_link(0, 0), nullptr);
}

TEST(FindLink, ADirectedLinkCarriesItsDirectionOnly) {
    Platform platform;
    platform.clusters = {cluster_of_count("a", 1), cluster_of_count("b", 1)};
    platform.links = {link(0, 1, false)};
    EXPECT_EQ(platform.find_link(0, 1), &platform.links[0]);
    EXPECT_EQ(platform.find_link(1, 0), nullptr);
}

TEST(FindLink, TheDirectedLinkComesBeforeTheSymmetricOneOfTheOtherDirection) {
    Platform platform;
    platform.clusters = {cluster_of_count("a", 1), cluster_of_count("b", 1)};
    platform.links = {link(0, 1, true), link(1, 0, false)};
    EXPECT_EQ(platform.find_link(0, 1), &platform.links[0]);
    EXPECT_EQ(platform.find_link(1, 0), &platform.links[1]);
}

TEST(Rate, IsThatOfMessagesOfOneMebibyte) {
    Plogp plogp;
    plogp.gap = statistics::PiecewiseLinear({{0.0, 0.0}, {1 << 20, 0.5}});
    EXPECT_EQ(plogp.rate(), BytesPerSecond(2.0 * (1 << 20)));
    plogp.gap = statistics::PiecewiseLinear(0.0);
    EXPECT_EQ(plogp.rate(), std::nullopt);
}

TEST(TransitOf, IsTheLatencyOrWhatTheDeliveryTimeLeavesBesideTheGap) {
    Plogp plogp;
    plogp.latency = Seconds(1.0);
    plogp.gap = statistics::PiecewiseLinear(0.5);
    EXPECT_EQ(plogp.transit_of(Bytes(8)), Seconds(1.0));
    plogp.delivery = statistics::PiecewiseLinear(4.0);
    EXPECT_EQ(plogp.transit_of(Bytes(8)), Seconds(3.5));
    plogp.delivery = statistics::PiecewiseLinear(0.25);
    EXPECT_EQ(plogp.transit_of(Bytes(8)), Seconds(1.0)) << "never below the latency";
}

TEST(Handshake, TakesItsRoundTripsWhereTheDeliveryTimeDoesNotHaveThem) {
    const Handshake handshake{.beyond = Bytes(100), .round_trips = 2};
    Plogp plogp;
    plogp.latency = Seconds(1.0);
    EXPECT_EQ(handshake.time_of(Bytes(100), plogp), Seconds(0.0));
    EXPECT_EQ(handshake.time_of(Bytes(101), plogp), Seconds(4.0));
    plogp.delivery = statistics::PiecewiseLinear({{0.0, 1.0}, {100.0, 1.0}});
    EXPECT_EQ(handshake.time_of(Bytes(101), plogp), Seconds(4.0)) << "measured so far without";
    plogp.delivery = statistics::PiecewiseLinear({{0.0, 1.0}, {200.0, 5.0}});
    EXPECT_EQ(handshake.time_of(Bytes(101), plogp), Seconds(0.0));
}

TEST(Handshake, WaitsForAReceiverThatIsReadyLaterWhereNoAnswerIsOnItsWay) {
    Plogp plogp;
    plogp.latency = Seconds(1.0);
    constexpr Receivers kTold = Receivers::kReadyOnceTold;
    const Handshake none{.beyond = Bytes(8192), .round_trips = 0};
    EXPECT_EQ(none.time_of(Bytes(8192), plogp, kTold), Seconds(0.0));
    EXPECT_EQ(none.time_of(Bytes(8193), plogp, kTold), Seconds(1.0));
    EXPECT_EQ(none.time_of(Bytes(8193), plogp), Seconds(0.0));
    plogp.delivery = statistics::PiecewiseLinear({{0.0, 1.0}, {9000.0, 1.0}});
    EXPECT_EQ(none.time_of(Bytes(8193), plogp, kTold), Seconds(1.0)) << "measured with receivers that were ready";
    plogp.delivery.reset();
    EXPECT_EQ((Handshake{.beyond = Bytes(8192), .round_trips = 1}.time_of(Bytes(8193), plogp, kTold)), Seconds(2.0))
        << "the question is there when the receiver is ready";
    EXPECT_FALSE(none.is_to_be_avoided());
    EXPECT_TRUE(none.is_to_be_avoided(kTold));
}

TEST(HostNamesOf, NamesCountedHostsAfterTheirCluster) {
    Platform platform;
    platform.clusters = {cluster_of_hosts("a", {"n0", "n1"}), cluster_of_count("b", 2)};
    platform.hosts = {{"n0", 0, 2}};
    EXPECT_THAT(host_names_of(platform, full_placement(platform)), ElementsAre("n0", "n0", "n1", "b-0", "b-1"));
}

TEST(PlacementOf, HostsAreNumberedByFirstAppearance) {
    Platform platform;
    platform.clusters = {cluster_of_hosts("a", {"n0", "n1"}), cluster_of_hosts("b", {"n2"})};
    const auto placement = placement_of(platform, {"n2", "n0", "n2", "n1", "n0"});
    ASSERT_TRUE(placement.has_value());
    EXPECT_THAT(placement->host_of, ElementsAre(0, 1, 0, 2, 1));
    EXPECT_THAT(placement->cluster_of_host, ElementsAre(1, 0, 0));
    EXPECT_EQ(placement->num_processes(), 5);
    EXPECT_EQ(placement->num_hosts(), 3);
    EXPECT_EQ(placement->cluster_of(2), 1);
    EXPECT_EQ(placement->cluster_of(4), 0);
}

TEST(PlacementOf, AnUnknownHostMakesItEmpty) {
    Platform platform;
    platform.clusters = {cluster_of_hosts("a", {"n0"}), cluster_of_count("b", 5)};
    EXPECT_EQ(placement_of(platform, {"n0", "n1"}), std::nullopt);
    EXPECT_TRUE(placement_of(platform, {}).has_value());
}

TEST(PlacementOf, HostsOfACountedClusterAreKnownFromTheHostList) {
    Platform platform;
    platform.clusters = {cluster_of_count("a", 2), cluster_of_count("b", 2)};
    platform.hosts = {{"n0", 1, 1}};
    const auto placement = placement_of(platform, {"n0"});
    ASSERT_TRUE(placement.has_value());
    EXPECT_THAT(placement->cluster_of_host, ElementsAre(1));
}

TEST(FullPlacement, EveryHostTakesItsSlotsInTheOrderOfTheFile) {
    Platform platform;
    platform.clusters = {cluster_of_hosts("a", {"n0", "n1"}), cluster_of_count("b", 3)};
    platform.hosts = {{"n1", 0, 2}};
    const Placement placement = full_placement(platform);
    EXPECT_THAT(placement.host_of, ElementsAre(0, 1, 1, 2, 3, 4));
    EXPECT_THAT(placement.cluster_of_host, ElementsAre(0, 0, 1, 1, 1));
}

TEST(FullPlacement, NoClustersGiveNoProcesses) {
    EXPECT_THAT(full_placement(Platform{}).host_of, IsEmpty());
}

Platform measured_platform() {
    Platform platform;
    platform.name = "grid";
    platform.clusters = {cluster_of_hosts("a", {"n0", "n1"}), cluster_of_hosts("b", {"n2"})};
    Plogp plogp;
    plogp.latency = Seconds(5e-5);
    plogp.gap = statistics::PiecewiseLinear({{0.0, 1e-6}, {1024.0, 2e-6}});
    platform.clusters[0].plogp = plogp;
    platform.links = {link(0, 1, true)};
    platform.links[0].plogp = plogp;
    platform.hosts = {{"n0", 0, 2}};
    platform.native = {{"broadcast", {"n0", "n2"}, statistics::PiecewiseLinear(0.5)}};
    return platform;
}

TEST(Fingerprint, ChangesWithEveryFigure) {
    const std::string before = fingerprint(measured_platform());
    EXPECT_EQ(before.size(), 16U);
    EXPECT_EQ(before, fingerprint(measured_platform()));
    const std::vector<std::function<void(Platform&)>> changes{
        [](Platform& p) { p.clusters[0].name = "c"; },
        [](Platform& p) { p.clusters[0].hosts[1] = "n9"; },
        [](Platform& p) { p.clusters[0].plogp->latency = Seconds(5.0000000000000016e-5); },
        [](Platform& p) { p.clusters[0].plogp->gap = statistics::PiecewiseLinear(1e-6); },
        [](Platform& p) { p.clusters[0].plogp->delivery = statistics::PiecewiseLinear(1e-3); },
        [](Platform& p) { p.clusters[0].plogp->send_overhead = statistics::PiecewiseLinear(1e-9); },
        [](Platform& p) { p.clusters[0].plogp->receive_overhead = statistics::PiecewiseLinear(1e-9); },
        [](Platform& p) { p.clusters[0].within_host = p.clusters[0].plogp; },
        [](Platform& p) { p.clusters[1].broadcast_time = statistics::PiecewiseLinear(1.0); },
        [](Platform& p) { p.clusters[0].uplink_capacity = BytesPerSecond(1e6); },
        [](Platform& p) { p.clusters[0].downlink_capacity = BytesPerSecond(1e6); },
        [](Platform& p) { p.clusters.push_back(cluster_of_count("d", 1)); },
        [](Platform& p) { std::swap(p.clusters[0], p.clusters[1]); },
        [](Platform& p) { p.links[0].symmetric = false; },
        [](Platform& p) { p.links[0].plogp.reset(); },
        [](Platform& p) { p.links[0].shared_capacity = BytesPerSecond(1e6); },
        [](Platform& p) { p.links[0].per_flow_limit = BytesPerSecond(1e6); },
        [](Platform& p) { p.links.clear(); },
        [](Platform& p) { p.hosts[0].slots = 3; },
        [](Platform& p) { p.handshake = {.beyond = Bytes(18432), .round_trips = 2}; },
        [](Platform& p) { p.native[0].seconds = statistics::PiecewiseLinear(0.25); },
        [](Platform& p) {
            p.native[0].hosts = {"n2", "n0"};
        },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Platform changed = measured_platform();
        changes[i](changed);
        ASSERT_NE(changed, measured_platform()) << "change " << i;
        EXPECT_NE(fingerprint(changed), before) << "change " << i;
    }
}

TEST(Fingerprint, DoesNotDependOnProvenanceOrSpeeds) {
    Platform platform = measured_platform();
    platform.hosts.push_back({platform.clusters[0].hosts[0], 0, 1});
    const std::string before = fingerprint(platform);
    platform.hosts.back().speed = 2.0;
    platform.provenance = {"yesterday", "causeway 9", 0.3, {"a link was slow"}};
    EXPECT_EQ(fingerprint(platform), before);
}

}  // namespace
}  // namespace causeway::platform
