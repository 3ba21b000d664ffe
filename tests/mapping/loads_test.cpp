/// What traffic keeps busy, held against the model that plans are made with.
#include "causeway/mapping/loads.hpp"

#include "causeway/mapping/placement_problem.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "four_sites.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace causeway::mapping {
namespace {

using model::GridPlogp;
using testing::DoubleNear;

bool is_shared(GridPlogp::Kind kind) {
    return kind != GridPlogp::Kind::kPort && kind != GridPlogp::Kind::kFlow;
}

/// The most that all holds on one resource come to, message by message, every slot a process of the model.
Seconds busiest_by_the_model(const platform::Platform& platform, const platform::Placement& slots,
                             const traffic::CommunicationTable& table, const std::vector<int>& slot_of) {
    const GridPlogp model(platform, slots);
    std::vector<double> busy(static_cast<std::size_t>(model.num_resources()), 0.0);
    for (const traffic::Flow& flow : table.flows()) {
        if (flow.from == flow.to) {
            continue;
        }
        const auto at = [&](Bytes size) {
            return model.occupation(slot_of[static_cast<std::size_t>(flow.from)],
                                    slot_of[static_cast<std::size_t>(flow.to)], size);
        };
        const model::Occupation empty = at(Bytes(0));
        const model::Occupation large = at(platform::kRateSize);
        const double bytes = flow.volume.bytes / static_cast<double>(platform::kRateSize.value());
        for (std::size_t s = 0; s < empty.num_stages; ++s) {
            for (std::size_t h = 0; h < empty.stages[s].num_holds; ++h) {
                const model::Hold& hold = empty.stages[s].holds[h];
                const double rise = (large.stages[s].holds[h].duration - hold.duration).value();
                if (is_shared(model.resource(hold.resource).kind)) {
                    busy[static_cast<std::size_t>(hold.resource)] +=
                        flow.volume.messages * hold.duration.value() + bytes * rise;
                }
            }
        }
    }
    return Seconds(*std::ranges::max_element(busy));
}

/// Sites in all their forms: with and without capacities, limits of flows, groups, shared media; hosts of several
/// slots.
platform::Platform random_platform(std::mt19937_64& random) {
    const int num_sites = 2 + static_cast<int>(random() % 3);
    platform::Platform platform =
        sites(num_sites, 1 + static_cast<int>(random() % 3), 1 + static_cast<int>(random() % 3));
    const auto now_and_then = [&] { return random() % 2 == 0; };
    const auto rate = [&] { return BytesPerSecond(1e6 * static_cast<double>(1 + random() % 40)); };
    for (platform::Cluster& cluster : platform.clusters) {
        if (now_and_then()) {
            cluster.uplink_capacity = rate();
        }
        if (now_and_then()) {
            cluster.downlink_capacity = rate();
        }
        if (now_and_then()) {
            cluster.plogp->shared_gap = statistics::PiecewiseLinear({{0.0, 1e-5}, {1 << 20, 2e-3}});
        }
        if (now_and_then()) {
            cluster.within_host->shared_gap = statistics::PiecewiseLinear({{0.0, 1e-6}, {1 << 20, 2e-2}});
        } else if (now_and_then()) {
            cluster.within_host.reset();
        }
    }
    for (platform::Link& link : platform.links) {
        if (now_and_then()) {
            link.shared_capacity = rate();
            link.per_flow_limit = rate();
        }
    }
    if (num_sites > 2 && now_and_then()) {
        platform::Level level;
        level.name = "region";
        platform::LevelCluster both{
            .name = "west", .hosts = {}, .uplink_capacity = rate(), .downlink_capacity = rate()};
        for (int site = 0; site < num_sites; ++site) {
            const std::vector<std::string>& hosts = platform.clusters[static_cast<std::size_t>(site)].hosts;
            if (site < 2) {
                both.hosts.insert(both.hosts.end(), hosts.begin(), hosts.end());
            } else {
                level.clusters.push_back(
                    {.name = platform.clusters[static_cast<std::size_t>(site)].name, .hosts = hosts});
            }
        }
        level.clusters.push_back(both);
        platform.levels.push_back(level);
    }
    return platform;
}

TEST(Loads, AreTheHoldsOfTheModelOnEveryKindOfPlatform) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200; ++i) {
        const platform::Platform platform = random_platform(random);
        const platform::Placement slots = platform::full_placement(platform);
        const int processes = 1 + static_cast<int>(random() % static_cast<std::uint64_t>(slots.num_processes()));
        const traffic::CommunicationTable table = random_traffic(processes, 0.5, random);
        std::vector<int> slot_of(static_cast<std::size_t>(slots.num_processes()));
        std::iota(slot_of.begin(), slot_of.end(), 0);
        std::shuffle(slot_of.begin(), slot_of.end(), random);
        slot_of.resize(static_cast<std::size_t>(processes));
        const PlacementProblem problem = problem_on(platform, table);
        const Seconds expected = busiest_by_the_model(platform, slots, table, slot_of);
        const PlacementCost cost = cost_of(problem, slot_of);
        ASSERT_THAT(cost.busiest.value(), DoubleNear(expected.value(), 1e-9 * expected.value())) << i;
        ASSERT_EQ(busiest_of(problem, slot_of).time, cost.busiest);
        ASSERT_FALSE(busiest_of(problem, slot_of).name.empty());
    }
}

TEST(Loads, OfAClusterWhoseHostsAreNotLookedAtAreNoMoreThanThoseOfItsHosts) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 100; ++i) {
        const PlacementProblem problem = problem_on(random_platform(random), random_traffic(2, 0.9, random));
        const std::vector<int> slot_of{0, problem.num_slots() - 1};
        EXPECT_LE(cost_at(problem.talks, problem.clusters, places_of(problem.clusters, slot_of)).busiest,
                  cost_of(problem, slot_of).busiest);
    }
}

TEST(Loads, SayWhatIsBusiest) {
    platform::Platform platform = sites(3, 2, 2);
    const traffic::CommunicationTable table(
        12, {{0, 4, {1.0, 1e6}}, {1, 8, {1.0, 1e6}}, {4, 6, {1.0, 1e9}}, {9, 8, {1.0, 1e3}}});
    std::vector<int> slot_of(12);
    std::iota(slot_of.begin(), slot_of.end(), 0);
    const Busiest host = busiest_of(problem_on(platform, table), slot_of);
    EXPECT_EQ(host.name, "the way out of");
    EXPECT_EQ(host.slot, 4);
    platform.clusters[0].uplink_capacity = BytesPerSecond(1e4);
    const Busiest uplink = busiest_of(problem_on(platform, table), slot_of);
    EXPECT_EQ(uplink.name, "the uplink of a");
    EXPECT_THAT(uplink.time.value(), DoubleNear(200.0, 1e-9));
    EXPECT_EQ(uplink.slot, -1);
    EXPECT_EQ(busiest_of(problem_on(platform, traffic::CommunicationTable(2, {})), std::vector<int>{0, 1}).name,
              "nothing");
}

TEST(Loads, OnTheWayThroughAnotherClusterKeepItsLinksBusy) {
    platform::Platform platform = sites(3, 1, 1);
    std::erase_if(platform.links, [](const platform::Link& link) { return link.from == 0 && link.to == 2; });
    platform.clusters[1].uplink_capacity = BytesPerSecond(1e3);
    const PlacementProblem problem = problem_on(platform, traffic::CommunicationTable(3, {{0, 2, {1.0, 1e6}}}));
    EXPECT_EQ(busiest_of(problem, std::vector<int>{0, 1, 2}).name, "the uplink of b");
    EXPECT_THAT(cost_of(problem, std::vector<int>{0, 1, 2}).busiest.value(), DoubleNear(1000.0, 1e-6));
}

TEST(PlacementCost, CountsTheLongestWaitOfOnePair) {
    const platform::Platform platform = sites(2, 1, 2);
    const PlacementProblem problem = problem_on(
        platform, traffic::CommunicationTable(4, {{0, 2, {10.0, 0.0}}, {2, 0, {30.0, 0.0}}, {0, 1, {900.0, 0.0}}}));
    const PlacementCost cost = cost_of(problem, std::vector<int>{0, 1, 2, 3});
    EXPECT_THAT(cost.longest_wait.value(), DoubleNear(30.0 * 5e-3, 1e-12));
    EXPECT_THAT(cost.sum.value(), DoubleNear(40.0 * 5e-3 + 900.0 * 1e-6, 1e-12));
    EXPECT_THAT(cost.objective().value(),
                DoubleNear((cost.busiest + cost.longest_wait + cost.sum / 4.0).value(), 1e-12));
}

}  // namespace
}  // namespace causeway::mapping
