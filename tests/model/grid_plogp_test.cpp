/// What a transfer occupies on a grid of clusters, case by case (small_grids.hpp).
#include "causeway/model/grid_plogp.hpp"
#include "tests/model/small_grids.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace causeway::model {
namespace {

TEST(GridPlogp, BetweenHostsOfAClusterItIsLatencyAndGap) {
    const platform::Platform platform = two_joined_clusters();
    const GridPlogp model(platform, five_processes());
    const Occupation occupation = model.occupation(0, 2, kSize);
    ASSERT_EQ(occupation.num_stages, 2U);
    EXPECT_EQ(occupation.stages[0].until_next, Seconds(1.0));
    EXPECT_EQ(durations_of(occupation.stages[0]), std::vector{Seconds(2.0)});
    EXPECT_EQ(occupation.stages[1].until_next, Seconds(2.0));
    EXPECT_EQ(durations_of(occupation.stages[1]), std::vector{Seconds(2.0)});
    EXPECT_EQ(occupation.unhindered(), Seconds(3.0));
}

TEST(GridPlogp, BetweenClustersTheUplinkIsHeldLongerThanTheInterface) {
    const platform::Platform platform = two_joined_clusters();
    const GridPlogp model(platform, five_processes());
    const Occupation occupation = model.occupation(0, 3, kSize);
    ASSERT_EQ(occupation.num_stages, 2U);
    EXPECT_EQ(occupation.unhindered(), Seconds(30.0));
    EXPECT_EQ(durations_of(occupation.stages[0]), (std::vector{Seconds(2.0), Seconds(20.0)}));
    EXPECT_EQ(durations_of(occupation.stages[1]), (std::vector{Seconds(20.0), Seconds(20.0)}))
        << "b has no figures of its own: its interface is held for the link's gap";
    EXPECT_EQ(model.occupation(3, 0, kSize).unhindered(), Seconds(30.0)) << "the link is symmetric";
}

TEST(GridPlogp, WhatShakesHandsTakesLongerUnlessTheDeliveryTimeTells) {
    platform::Platform platform = two_joined_clusters();
    const platform::Handshake below{.beyond = kSize - Bytes(1)};
    EXPECT_EQ(GridPlogp(platform, five_processes(), platform::Handshake{.beyond = kSize})
                  .occupation(0, 2, kSize)
                  .unhindered(),
              Seconds(3.0));
    EXPECT_EQ(GridPlogp(platform, five_processes(), below).occupation(0, 2, kSize).unhindered(), Seconds(5.0));
    EXPECT_EQ(GridPlogp(platform, five_processes(), below).occupation(0, 3, kSize).unhindered(), Seconds(50.0));
    const auto delivered_up_to = [&](Bytes size) {
        platform.clusters[0].plogp->delivery =
            statistics::PiecewiseLinear({{0.0, 3.5}, {static_cast<double>(size.value()), 3.5}});
        return GridPlogp(platform, five_processes(), below).occupation(0, 2, kSize).unhindered();
    };
    EXPECT_EQ(delivered_up_to(kSize), Seconds(3.5)) << "what was measured has the handshake in it";
    EXPECT_EQ(delivered_up_to(below.beyond), Seconds(2.0) + Seconds(3.5)) << "what was not does not";
}

TEST(GridPlogp, AHandshakeThatThePlatformKnowsGoesBeforeASupposedOne) {
    platform::Platform platform = two_joined_clusters();
    const platform::Handshake below{.beyond = kSize - Bytes(1)};
    platform.handshake = {.beyond = kSize};
    EXPECT_EQ(GridPlogp(platform, five_processes(), below).occupation(0, 2, kSize).unhindered(), Seconds(3.0));
    platform.handshake = {.beyond = below.beyond, .round_trips = 2};
    EXPECT_EQ(GridPlogp(platform, five_processes()).occupation(0, 2, kSize).unhindered(), Seconds(7.0));
}

TEST(GridPlogp, WhatWaitsForReceiversThatAreReadyOnceToldIsALatencyLater) {
    platform::Platform platform = two_joined_clusters();
    platform.handshake = {.beyond = kSize - Bytes(1), .round_trips = 0};
    const auto time_with = [&](platform::Receivers receivers) {
        return GridPlogp(platform, five_processes(), std::nullopt, receivers).occupation(0, 2, kSize).unhindered();
    };
    EXPECT_EQ(time_with(platform::Receivers::kReady), Seconds(3.0));
    EXPECT_EQ(time_with(platform::Receivers::kReadyOnceTold), Seconds(4.0));
    platform.handshake->beyond = kSize;
    EXPECT_EQ(time_with(platform::Receivers::kReadyOnceTold), Seconds(3.0));
}

TEST(GridPlogp, WithinAHostItHasItsOwnFiguresAndPorts) {
    platform::Platform platform = two_joined_clusters();
    platform.clusters[0].within_host = constant_plogp(0.25, 0.5);
    const GridPlogp model(platform, five_processes());
    const Occupation inside = model.occupation(0, 1, kSize);
    EXPECT_EQ(inside.unhindered(), Seconds(0.75));
    EXPECT_FALSE(share_a_resource(inside, model.occupation(0, 2, kSize))) << "memory is not the interface";
    EXPECT_FALSE(share_a_resource(inside, model.occupation(1, 0, kSize))) << "ports are bidirectional";
}

TEST(GridPlogp, WithinAHostOfUnknownFiguresItCostsAsMuchAsBetweenHosts) {
    const platform::Platform platform = two_joined_clusters();
    EXPECT_EQ(GridPlogp(platform, five_processes()).occupation(0, 1, kSize).unhindered(), Seconds(3.0));
    const platform::Placement shared{.host_of = {0, 0}, .cluster_of_host = {1}};
    EXPECT_EQ(GridPlogp(platform, shared).occupation(0, 1, kSize).unhindered(), Seconds(0.0));
}

TEST(GridPlogp, ProcessesOfOneHostShareItsInterfaceAndHostsOfAClusterItsUplink) {
    const platform::Platform platform = two_joined_clusters();
    const GridPlogp model(platform, five_processes());
    const Occupation first = model.occupation(0, 3, kSize);
    const Occupation neighbour = model.occupation(1, 2, kSize);
    const Occupation colleague = model.occupation(2, 3, kSize);
    EXPECT_EQ(first.stages[0].holds[0].resource, neighbour.stages[0].holds[0].resource) << "one interface";
    EXPECT_NE(first.stages[0].holds[0].resource, colleague.stages[0].holds[0].resource) << "two hosts";
    EXPECT_EQ(first.stages[0].holds[1].resource, colleague.stages[0].holds[1].resource) << "one uplink";
    EXPECT_FALSE(share_a_resource(first, model.occupation(3, 0, kSize))) << "up is not down";
}

/// Clusters a, b and c of one host each, joined pairwise by links of gap 20 s; nothing else takes time.
platform::Platform three_joined_clusters() {
    platform::Platform platform;
    platform.clusters = {cluster("a", 1, std::nullopt), cluster("b", 1, std::nullopt), cluster("c", 1, std::nullopt)};
    for (const auto& [from, to] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
        platform::Link link;
        link.from = from;
        link.to = to;
        link.plogp = constant_plogp(10.0, 20.0);
        platform.links.push_back(link);
    }
    return platform;
}

platform::Placement one_process_each() {
    return {.host_of = {0, 1, 2}, .cluster_of_host = {0, 1, 2}};
}

TEST(GridPlogp, AnUplinkOfKnownCapacityIsHeldForItsOwnTimeAndTheLinkForTheGap) {
    platform::Platform platform = three_joined_clusters();
    platform.clusters[0].uplink_capacity = BytesPerSecond(200.0);
    platform.clusters[1].downlink_capacity = BytesPerSecond(500.0);
    const GridPlogp model(platform, one_process_each());
    const Occupation occupation = model.occupation(0, 1, kSize);
    EXPECT_EQ(occupation.unhindered(), Seconds(30.0)) << "alone, a transfer is as fast as without";
    ASSERT_EQ(occupation.num_stages, 4U);
    EXPECT_EQ(durations_of(occupation.stages[0]), std::vector{Seconds(5.0)}) << "the interface";
    EXPECT_EQ(durations_of(occupation.stages[1]), std::vector{Seconds(20.0)}) << "the link";
    EXPECT_EQ(durations_of(occupation.stages[2]), std::vector{Seconds(5.0)}) << "the uplink";
    EXPECT_EQ(durations_of(occupation.stages[3]), (std::vector{Seconds(2.0), Seconds(2.0)})) << "downlink, interface";

    const Occupation elsewhere = model.occupation(0, 2, kSize);
    EXPECT_NE(occupation.stages[1].holds[0].resource, elsewhere.stages[1].holds[0].resource) << "two links";
    EXPECT_EQ(occupation.stages[2].holds[0].resource, elsewhere.stages[2].holds[0].resource) << "one uplink";
    EXPECT_EQ(durations_of(elsewhere.stages[3]), (std::vector{Seconds(20.0), Seconds(20.0)}))
        << "into c one transfer at a time, as its capacity is not known";
    EXPECT_FALSE(share_a_resource(occupation, model.occupation(1, 0, kSize))) << "a link has two directions";
    const Occupation unknown = model.occupation(1, 2, kSize);
    EXPECT_EQ(durations_of(unknown.stages[0]), (std::vector{Seconds(20.0), Seconds(20.0)}))
        << "out of b one transfer at a time";
}

TEST(GridPlogp, ATransferThatWaitsForItsLinkLeavesSenderAndUplinkToOthers) {
    // Hosts 0 and 1 in a: one sends twice to b over a slow link, the other three times to c over a fast one.
    platform::Platform platform = three_joined_clusters();
    platform.clusters[0] = cluster("a", 2, constant_plogp(0.0, 1.0));
    platform.clusters[0].uplink_capacity = BytesPerSecond(1000.0);
    for (int c = 1; c <= 2; ++c) {
        platform.clusters[static_cast<std::size_t>(c)].downlink_capacity = BytesPerSecond(1000.0);
        platform.clusters[static_cast<std::size_t>(c)].plogp = constant_plogp(0.0, 1.0);
    }
    platform.links[1].plogp = constant_plogp(10.0, 2.0);
    const GridPlogp model(platform, {.host_of = {0, 1, 2, 3}, .cluster_of_host = {0, 0, 1, 2}});
    std::vector<double> free_at(static_cast<std::size_t>(model.num_resources()), 0.0);
    // A resource is granted in the order of requests: the slow transfers ask for their link first.
    const auto pass = [&](int from, int to, std::size_t stage, double time) {
        const Occupation occupation = model.occupation(from, to, kSize);
        for (std::size_t h = 0; h < occupation.stages[stage].num_holds; ++h) {
            const Hold& hold = occupation.stages[stage].holds[h];
            time = std::max(time, free_at[static_cast<std::size_t>(hold.resource)]);
        }
        for (std::size_t h = 0; h < occupation.stages[stage].num_holds; ++h) {
            const Hold& hold = occupation.stages[stage].holds[h];
            free_at[static_cast<std::size_t>(hold.resource)] = time + hold.duration.value();
        }
        return time + occupation.stages[stage].until_next.value();
    };
    EXPECT_EQ(pass(0, 2, 0, 0.0), 0.0);
    EXPECT_EQ(pass(0, 2, 1, 0.0), 0.0);
    EXPECT_EQ(pass(0, 2, 2, 0.0), 10.0);
    EXPECT_EQ(pass(0, 2, 0, 0.0), 1.0) << "the second leaves the host behind the first";
    EXPECT_EQ(pass(0, 2, 1, 1.0), 20.0) << "and waits for the link";
    EXPECT_EQ(pass(0, 3, 0, 1.0), 2.0) << "what the host sends elsewhere does not wait with it";
    EXPECT_EQ(pass(1, 3, 0, 0.0), 0.0);
    EXPECT_EQ(pass(1, 3, 1, 0.0), 0.0);
    EXPECT_EQ(pass(1, 3, 2, 0.0), 11.0) << "behind the first, not behind the second";
    EXPECT_EQ(pass(1, 3, 1, 1.0), 2.0);
    EXPECT_EQ(pass(1, 3, 2, 2.0), 12.0);
}

TEST(GridPlogp, ATransferWithoutFiguresNeverArrives) {
    platform::Platform platform = two_joined_clusters();
    EXPECT_EQ(GridPlogp(platform, five_processes()).occupation(0, 4, kSize).unhindered(), Seconds::infinity());
    platform.links[0].symmetric = false;
    EXPECT_EQ(GridPlogp(platform, five_processes()).occupation(3, 0, kSize).unhindered(), Seconds::infinity());
    platform.links[0].plogp.reset();
    EXPECT_EQ(GridPlogp(platform, five_processes()).occupation(0, 3, kSize).unhindered(), Seconds::infinity());
    platform.clusters[0].plogp.reset();
    EXPECT_EQ(GridPlogp(platform, five_processes()).occupation(0, 2, kSize).unhindered(), Seconds::infinity());
}

TEST(GridPlogp, ResourcesAreNumberedBelowTheirCount) {
    platform::Platform platform = two_joined_clusters();
    platform.clusters[0].uplink_capacity = BytesPerSecond(1.0);
    platform.clusters[1].uplink_capacity = BytesPerSecond(1.0);
    const GridPlogp model(platform, five_processes());
    for (int from = 0; from < 5; ++from) {
        for (int to = 0; to < 5; ++to) {
            if (from == to) {
                continue;
            }
            const Occupation occupation = model.occupation(from, to, kSize);
            EXPECT_GE(occupation.num_stages, 1U);
            EXPECT_GE(occupation.stages[0].num_holds, 1U) << "the sender's port";
            for (const int resource : resources_of(occupation)) {
                EXPECT_GE(resource, 0);
                EXPECT_LT(resource, model.num_resources());
            }
        }
    }
}

/// Between a and b a flow gets a quarter: 1000 bytes take it 20 s, and what all flows share 5 s.
platform::Platform with_limited_flows() {
    platform::Platform platform = two_joined_clusters();
    platform.links.front().per_flow_limit = BytesPerSecond(50.0);
    platform.links.front().shared_capacity = BytesPerSecond(200.0);
    return platform;
}

TEST(GridPlogp, WhereFlowsAreLimitedEachTakesTheGapAndWhatTheyShareLess) {
    const platform::Platform platform = with_limited_flows();
    const GridPlogp model(platform, five_processes());
    const Occupation occupation = model.occupation(0, 3, kSize);
    ASSERT_EQ(occupation.num_stages, 4U);
    EXPECT_EQ(occupation.unhindered(), Seconds(30.0)) << "alone, a transfer takes as long as without";
    EXPECT_EQ(durations_of(occupation.stages[0]), std::vector{Seconds(2.0)}) << "the interface";
    EXPECT_EQ(durations_of(occupation.stages[1]), std::vector{Seconds(20.0)}) << "the flow";
    EXPECT_EQ(durations_of(occupation.stages[2]), (std::vector{Seconds(5.0), Seconds(5.0)})) << "uplink and link";
    EXPECT_EQ(durations_of(occupation.stages[3]), (std::vector{Seconds(5.0), Seconds(5.0)}))
        << "downlink, and the interface of the only host, which may feed several flows";
}

TEST(GridPlogp, AFlowIsAPairOfHosts) {
    const platform::Platform platform = with_limited_flows();
    const GridPlogp model(platform, five_processes());
    const auto flow_of = [&](int from, int to) {
        return model.occupation(from, to, kSize).stages[1].holds[0].resource;
    };
    EXPECT_EQ(flow_of(0, 3), flow_of(1, 3)) << "processes 0 and 1 share a host";
    EXPECT_NE(flow_of(0, 3), flow_of(2, 3)) << "process 2 is on another";
    EXPECT_NE(flow_of(0, 3), flow_of(3, 0)) << "each direction is one";
    for (const int from : {0, 1, 2}) {
        EXPECT_LT(flow_of(from, 3), model.num_resources());
        EXPECT_LT(flow_of(3, from), model.num_resources());
    }
}

TEST(GridPlogp, ALimitOfFlowsWithoutWhatTheyShareChangesNothing) {
    platform::Platform platform = with_limited_flows();
    platform.links.front().shared_capacity.reset();
    const platform::Platform plain = two_joined_clusters();
    const Occupation one = GridPlogp(platform, five_processes()).occupation(0, 3, kSize);
    const Occupation other = GridPlogp(plain, five_processes()).occupation(0, 3, kSize);
    ASSERT_EQ(one.num_stages, other.num_stages);
    for (std::size_t s = 0; s < one.num_stages; ++s) {
        EXPECT_EQ(durations_of(one.stages[s]), durations_of(other.stages[s]));
    }
}

TEST(ClusterPlogp, TransfersShareAMediumWhereThereIsASharedGap) {
    platform::Plogp plogp = constant_plogp(1.0, 4.0);
    EXPECT_FALSE(share_a_resource(ClusterPlogp(plogp, 4).occupation(0, 1, kSize),
                                  ClusterPlogp(plogp, 4).occupation(2, 3, kSize)));
    plogp.shared_gap = statistics::PiecewiseLinear(3.0);
    const ClusterPlogp model(plogp, 4);
    const Occupation one = model.occupation(0, 1, kSize);
    EXPECT_TRUE(share_a_resource(one, model.occupation(2, 3, kSize)));
    EXPECT_EQ(one.unhindered(), Seconds(5.0)) << "alone, a transfer is as fast as without";
    for (std::size_t s = 0; s < one.num_stages; ++s) {
        for (std::size_t h = 0; h < one.stages[s].num_holds; ++h) {
            EXPECT_LT(one.stages[s].holds[h].resource, model.num_resources());
        }
    }
}

TEST(ClusterPlogp, GapsGrowWithTheMessage) {
    platform::Plogp plogp = constant_plogp(1.0, 0.0);
    plogp.gap = statistics::PiecewiseLinear({{0.0, 1.0}, {1024.0, 5.0}});
    const ClusterPlogp model(plogp, 3);
    EXPECT_EQ(model.occupation(0, 2, Bytes(0)).unhindered(), Seconds(2.0));
    EXPECT_EQ(model.occupation(0, 2, Bytes(512)).unhindered(), Seconds(4.0));
    EXPECT_FALSE(share_a_resource(model.occupation(0, 1, kSize), model.occupation(1, 0, kSize)));
    EXPECT_TRUE(share_a_resource(model.occupation(0, 1, kSize), model.occupation(2, 1, kSize)));
}

/// "kind owner receiver in|out" of every hold, in their order.
std::vector<std::string> resources_told(const GridPlogp& model, const Occupation& occupation) {
    std::vector<std::string> result;
    for (std::size_t s = 0; s < occupation.num_stages; ++s) {
        for (std::size_t h = 0; h < occupation.stages[s].num_holds; ++h) {
            const GridPlogp::Resource resource = model.resource(occupation.stages[s].holds[h].resource);
            result.push_back(std::to_string(static_cast<int>(resource.kind)) + " " + std::to_string(resource.owner) +
                             " " + std::to_string(resource.receiver) + (resource.is_inward ? " in" : " out"));
        }
    }
    return result;
}

std::string told(GridPlogp::Kind kind, int owner, int receiver, bool is_inward) {
    return std::to_string(static_cast<int>(kind)) + " " + std::to_string(owner) + " " + std::to_string(receiver) +
           (is_inward ? " in" : " out");
}

TEST(GridPlogp, SaysWhatAResourceIs) {
    using enum GridPlogp::Kind;
    const platform::Platform sites = two_by_two();
    const GridPlogp of_sites(sites, platform::full_placement(sites));
    EXPECT_EQ(resources_told(of_sites, of_sites.occupation(1, 2, kSize)),
              (std::vector{told(kInterface, 1, -1, false), told(kLink, 1, 2, false), told(kClusterBorder, 1, -1, false),
                           told(kGroupBorder, 0, -1, false), told(kGroupBorder, 1, -1, true),
                           told(kClusterBorder, 2, -1, true), told(kInterface, 2, -1, true)}));
    const platform::Platform flows = with_limited_flows();
    const GridPlogp of_flows(flows, five_processes());
    EXPECT_EQ(
        resources_told(of_flows, of_flows.occupation(2, 3, kSize)),
        (std::vector{told(kInterface, 1, -1, false), told(kFlow, 1, 2, false), told(kClusterBorder, 0, -1, false),
                     told(kLink, 0, 1, false), told(kClusterBorder, 1, -1, true), told(kInterface, 2, -1, true)}));
    platform::Platform shared = two_joined_clusters();
    shared.clusters[0].plogp->shared_gap = statistics::PiecewiseLinear(0.5);
    const GridPlogp of_media(shared, five_processes());
    EXPECT_EQ(resources_told(of_media, of_media.occupation(0, 2, kSize)),
              (std::vector{told(kInterface, 0, -1, false), told(kClusterMedium, 0, -1, false),
                           told(kInterface, 1, -1, true)}));
    EXPECT_EQ(resources_told(of_media, of_media.occupation(0, 1, kSize)),
              (std::vector{told(kPort, 0, -1, false), told(kClusterMedium, 0, -1, false), told(kPort, 1, -1, true)}));
}

}  // namespace
}  // namespace causeway::model
