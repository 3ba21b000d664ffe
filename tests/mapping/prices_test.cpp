/// What messages cost between places, and bounds of what placements can cost.
#include "causeway/base/error.hpp"
#include "causeway/mapping/placement_problem.hpp"
#include "four_sites.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <random>

namespace causeway::mapping {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

TEST(Prices, AreTheLatencyAndTheRiseOfTheGap) {
    const platform::Platform platform = sites(2, 2, 2);
    const Prices prices(platform);
    EXPECT_EQ(prices.between(0, 0).per_message, Seconds(5e-5));
    EXPECT_THAT(prices.between(0, 0).per_byte.value(), DoubleNear(1 / 1.1e8, 1e-15));
    EXPECT_EQ(prices.between(0, 1).per_message, Seconds(5e-3));
    EXPECT_EQ(prices.between(1, 0), prices.between(0, 1));
    EXPECT_EQ(prices.within_host(1).per_message, Seconds(1e-6));
}

TEST(Prices, ALimitForOneFlowIsAPriceOfItsBytes) {
    platform::Platform platform = sites(2, 1, 1);
    platform.links[0].per_flow_limit = BytesPerSecond(1e3);
    EXPECT_EQ(Prices(platform).between(0, 1).per_byte, Seconds(1e-3));
}

TEST(Prices, AConstantGapMakesBytesFree) {
    platform::Platform platform = sites(1, 2, 1);
    platform.clusters[0].plogp->gap = statistics::PiecewiseLinear(1e-3);
    EXPECT_EQ(Prices(platform).between(0, 0).per_byte, Seconds(0.0));
}

TEST(Prices, InsideAHostThatIsNotKnownTheyAreThoseBetweenHosts) {
    platform::Platform platform = sites(1, 2, 2);
    platform.clusters[0].within_host.reset();
    EXPECT_EQ(Prices(platform).within_host(0), Prices(platform).between(0, 0));
    platform.clusters[0].plogp.reset();
    EXPECT_EQ(Prices(platform).within_host(0), Price{});
}

TEST(Prices, ClustersThatAreNotJoinedPayForTheWayThroughOthers) {
    platform::Platform platform = sites(3, 1, 1);
    std::erase_if(platform.links, [](const platform::Link& link) { return link.from == 0 && link.to == 2; });
    const Prices prices(platform);
    EXPECT_EQ(prices.between(0, 2).per_message, prices.between(0, 1).per_message + prices.between(1, 2).per_message);
    EXPECT_THAT(prices.route(0, 2), ElementsAre(0, 1, 2));
    EXPECT_THAT(prices.route(0, 1), ElementsAre(0, 1));
    platform.links.clear();
    EXPECT_THROW(
        {
            try {
                (void)Prices(platform);
            } catch (const base::InputError& error) {
                EXPECT_THAT(error.what(), HasSubstr("no way from cluster 'a' to 'b'"));
                throw;
            }
        },
        base::InputError);
}

std::shared_ptr<const Network> network_of(const platform::Platform& platform) {
    return std::make_shared<const Network>(platform);
}

TEST(Target, HostsOfSeveralSlotsArePlacesAndHostsOfOneAreOnePlaceTogether) {
    platform::Platform platform = sites(2, 3, 1);
    EXPECT_EQ(Target::by_host(network_of(platform), platform::full_placement(platform)).num_places(), 2);
    platform.hosts[1].slots = 4;
    const platform::Placement slots = platform::full_placement(platform);
    const Target target = Target::by_host(network_of(platform), slots);
    ASSERT_EQ(target.num_places(), 3);
    EXPECT_THAT(target.place(0).slots, ElementsAre(0, 5));
    EXPECT_THAT(target.place(1).slots, ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(target.place(1).inside.per_message, Seconds(1e-6));
    EXPECT_EQ(target.place(0).inside.per_message, Seconds(5e-5));
    EXPECT_EQ(Target::by_cluster(network_of(platform), slots).num_places(), 2);
}

TEST(Target, InsideAClusterItsHostsArePlacesAndEveryOtherClusterIsOne) {
    const platform::Platform platform = sites(3, 2, 2);
    const platform::Placement slots = platform::full_placement(platform);
    const Target hosts = Target::by_host(network_of(platform), slots);
    const Target inside = Target::inside(1, hosts, Target::by_cluster(network_of(platform), slots));
    ASSERT_EQ(inside.num_places(), 4);
    EXPECT_THAT(inside.place(0).slots, ElementsAre(4, 5));
    EXPECT_THAT(inside.place(1).slots, ElementsAre(6, 7));
    EXPECT_THAT(inside.place(3).slots, ElementsAre(8, 9, 10, 11));
}

TEST(PlacementProblem, TooFewSlotsAreRefused) {
    const platform::Platform platform = sites(2, 1, 3);
    std::mt19937_64 random(1);
    EXPECT_THROW((void)problem_on(platform, random_traffic(7, 0.5, random)), base::InputError);
    EXPECT_EQ(problem_on(platform, random_traffic(6, 0.5, random)).num_slots(), 6);
}

TEST(PlacementProblem, ItsCostIsTheSumOverAllFlows) {
    std::mt19937_64 random(2);
    platform::Platform platform = sites(3, 2, 2);
    platform.links[1].symmetric = false;
    platform::Link back = platform.links[1];
    std::swap(back.from, back.to);
    back.plogp = plogp(0.5, 1e5);
    platform.links.push_back(back);
    const traffic::CommunicationTable table = random_traffic(12, 0.6, random);
    const PlacementProblem problem = problem_on(platform, table);
    const Prices prices(platform);
    std::vector<int> slot_of{3, 0, 11, 7, 5, 1, 2, 4, 6, 8, 9, 10};
    double expected = 0.0;
    for (const traffic::Flow& flow : table.flows()) {
        const int from = problem.slots.host_of[static_cast<std::size_t>(slot_of[static_cast<std::size_t>(flow.from)])];
        const int to = problem.slots.host_of[static_cast<std::size_t>(slot_of[static_cast<std::size_t>(flow.to)])];
        const int from_cluster = problem.slots.cluster_of_host[static_cast<std::size_t>(from)];
        const int to_cluster = problem.slots.cluster_of_host[static_cast<std::size_t>(to)];
        const Price price = from == to ? prices.within_host(from_cluster) : prices.between(from_cluster, to_cluster);
        if (flow.from != flow.to) {
            expected += price.of(flow.volume).value();
        }
    }
    EXPECT_THAT(cost_of(problem, slot_of).sum.value(), DoubleNear(expected, 1e-9 * expected));
}

/// The least sum of all placements, tried one by one.
Seconds least_cost(const PlacementProblem& problem) {
    std::vector<int> slots(static_cast<std::size_t>(problem.num_slots()));
    for (std::size_t s = 0; s < slots.size(); ++s) {
        slots[s] = static_cast<int>(s);
    }
    Seconds least = Seconds::infinity();
    do {
        const std::vector<int> slot_of(slots.begin(), slots.begin() + problem.num_processes());
        least = std::min(least, cost_of(problem, slot_of).sum);
    } while (std::next_permutation(slots.begin(), slots.end()));
    return least;
}

TEST(LowerBound, IsNeverAboveTheOptimumAndReachesItWhenAllTalkFitsInside) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 15; ++i) {
        const platform::Platform platform = i % 2 == 0 ? sites(2, 2, 2) : sites(3, 1, 2);
        const PlacementProblem problem = problem_on(platform, random_traffic(6, i % 3 == 0 ? 0.2 : 0.7, random));
        EXPECT_LE(lower_bound(problem).sum, least_cost(problem) * (1.0 + 1e-12));
    }
    // Four pairs on four hosts of two slots.
    std::vector<traffic::Flow> flows;
    for (int p = 0; p < 4; ++p) {
        flows.push_back({p, p + 4, {5.0, 1e6}});
    }
    const PlacementProblem pairs = problem_on(sites(2, 2, 2), traffic::CommunicationTable(8, std::move(flows)));
    EXPECT_THAT(lower_bound(pairs).sum.value(), DoubleNear(least_cost(pairs).value(), 1e-12));
}

TEST(Talks, SeeBothDirectionsAndLeaveOutTheDiagonal) {
    const traffic::CommunicationTable table(
        3, {{0, 0, {9.0, 9.0}}, {0, 1, {1.0, 10.0}}, {1, 0, {2.0, 20.0}}, {2, 0, {3.0, 30.0}}});
    const Talks talks(table);
    ASSERT_THAT(talks.of(0), SizeIs(2));
    EXPECT_EQ(talks.of(0)[0].sent, (traffic::Volume{1.0, 10.0}));
    EXPECT_EQ(talks.of(0)[0].received, (traffic::Volume{2.0, 20.0}));
    EXPECT_EQ(talks.between(0, 2)->received, (traffic::Volume{3.0, 30.0}));
    EXPECT_EQ(talks.between(1, 2), nullptr);
    const Talks part = talks.part(std::vector<int>{2, 0});
    ASSERT_EQ(part.num_processes(), 2);
    EXPECT_EQ(talks.num_pairs(), 2);
    EXPECT_EQ(talks.between(2, 0)->pair, talks.between(0, 2)->pair);
    EXPECT_NE(talks.between(1, 0)->pair, talks.between(0, 2)->pair);
    EXPECT_EQ(part.between(0, 1)->sent, (traffic::Volume{3.0, 30.0}));
    EXPECT_THAT(part.of(1), SizeIs(1));
}

}  // namespace
}  // namespace causeway::mapping
