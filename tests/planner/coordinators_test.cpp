/// Several coordinators of a cluster: right on any grid, used where one flow does not fill a route, and only there.
#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/simulate/simulate.hpp"
#include "tests/planner/decisions.hpp"
#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace causeway::planner {
namespace {

constexpr double kUplink = 2e7;
constexpr Bytes kLong{16 << 20};

/// Sites of so many hosts, 5 ms apart, uplinks of 20 MB/s of which one flow gets a part.
test::Grid capped_sites(const std::vector<int>& hosts, double flows_to_fill) {
    test::Grid grid;
    for (const int count : hosts) {
        platform::Cluster cluster;
        cluster.name = std::string(1, static_cast<char>('a' + grid.platform.clusters.size()));
        cluster.num_hosts = count;
        cluster.uplink_capacity = BytesPerSecond(kUplink);
        cluster.downlink_capacity = BytesPerSecond(kUplink);
        if (count > 1) {
            cluster.plogp = test::affine_plogp(1e-4, 1e-5, 1e8);
        }
        grid.platform.clusters.push_back(cluster);
    }
    for (int from = 0; from < grid.platform.num_clusters(); ++from) {
        for (int to = from + 1; to < grid.platform.num_clusters(); ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            link.plogp = test::affine_plogp(5e-3, 2e-5, kUplink / flows_to_fill);
            link.per_flow_limit = BytesPerSecond(kUplink / flows_to_fill);
            link.shared_capacity = BytesPerSecond(kUplink);
            grid.platform.links.push_back(link);
        }
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

bool has_several_coordinators(const Candidate& candidate) {
    if (is_native(candidate)) {
        return false;
    }
    const plan::Tree& tree = tree_of(candidate);
    return std::any_of(tree.local.begin(), tree.local.end(), [&](const plan::LocalChoice& choice) {
        return plan::coordinators_of(tree, choice.cluster).size() > 1;
    });
}

Decision decide_with_one_coordinator(const test::Grid& grid, Request asked) {
    asked.several_coordinators = false;
    return decide(grid, asked);
}

/// How many times faster the best plan is than the best with one coordinator, by the model.
double gain(const test::Grid& grid, const Request& asked) {
    return best_of_ours(decide_with_one_coordinator(grid, asked)).time / best_of_ours(decide(grid, asked)).time;
}

TEST(SeveralCoordinators, MakeALongBroadcastFasterByAboutAsMuchAsTheyHaveFlows) {
    for (const double flows : {2.0, 3.0, 4.0, 8.0}) {
        const test::Grid grid = capped_sites({8, 8}, flows);
        const Decision decision = decide(grid, request(kLong));
        EXPECT_TRUE(has_several_coordinators(decision.choice())) << flows;
        EXPECT_GE(gain(grid, request(kLong)), 0.8 * flows) << flows;
        expect_sound(decision, grid, request(kLong));
    }
}

TEST(SeveralCoordinators, AreWorthTwiceTheSpeedFromEveryRootWhereAFlowGetsAQuarter) {
    const test::Grid grid = capped_sites({4, 4}, 4.0);
    for (int root = 0; root < grid.placement.num_processes(); ++root) {
        const Request asked = request(kLong, root);
        EXPECT_GE(gain(grid, asked), 2.0);
        expect_sound(decide(grid, asked), grid, asked);
    }
}

TEST(SeveralCoordinators, UseEveryPairOfHostsWhereThereAreFewerHostsThanFlows) {
    for (const std::vector<int>& hosts : {std::vector<int>{2, 2}, {1, 4}, {4, 1}, {2, 3}, {1, 2}}) {
        const test::Grid grid = capped_sites(hosts, 8.0);
        const int pairs = hosts[0] * hosts[1];
        EXPECT_GE(gain(grid, request(kLong)), 0.75 * pairs) << hosts[0] << " " << hosts[1];
        expect_sound(decide(grid, request(kLong)), grid, request(kLong));
    }
}

TEST(SeveralCoordinators, ArePossibleOverMoreThanTwoSites) {
    for (const std::vector<int>& hosts : {std::vector<int>{4, 4, 4}, {4, 2, 3, 4}, {3, 1, 4}}) {
        const test::Grid grid = capped_sites(hosts, 4.0);
        EXPECT_GE(gain(grid, request(kLong)), 1.5);
        expect_sound(decide(grid, request(kLong)), grid, request(kLong));
    }
}

TEST(SeveralCoordinators, AreNotUsedWhereAFlowFillsTheRoute) {
    test::Grid grid = capped_sites({4, 4}, 1.0);
    EXPECT_FALSE(has_several_coordinators(decide(grid, request(kLong)).choice()));
    grid = capped_sites({4, 4}, 4.0);
    grid.platform.links.front().per_flow_limit.reset();
    for (const Candidate& candidate : decide(grid, request(kLong)).ranking) {
        EXPECT_FALSE(has_several_coordinators(candidate));
    }
}

TEST(SeveralCoordinators, AreNotUsedForShortMessages) {
    const test::Grid grid = capped_sites({4, 4}, 4.0);
    EXPECT_FALSE(has_several_coordinators(best_of_ours(decide(grid, request(Bytes(64))))));
}

TEST(SeveralCoordinators, AreNeverSlowerThanOneByTheModel) {
    for (const double flows : {1.0, 1.5, 2.5, 6.0}) {
        for (const std::int64_t bytes : {1 << 10, 64 << 10, 1 << 20, 4 << 20}) {
            EXPECT_GE(gain(capped_sites({3, 5}, flows), request(Bytes(bytes))), 1.0) << flows << " " << bytes;
        }
    }
}

/// Any grid, with links some of which limit flows.
test::Grid random_capped_grid(std::mt19937_64& random) {
    test::Grid grid = test::random_grid(random);
    for (platform::Link& link : grid.platform.links) {
        if (link.plogp && test::random_int(random, 0, 3) > 0) {
            const double one_flow = 65536.0 / link.plogp->gap_of(Bytes(65536)).value();
            link.per_flow_limit = BytesPerSecond(one_flow);
            link.shared_capacity = BytesPerSecond(one_flow * test::random_int(random, 1, 9));
        }
    }
    return grid;
}

TEST(SeveralCoordinators, AreBroadcastsOnAnyGridFromAnyRootAndSurviveTheirFiles) {
    std::mt19937_64 random(83);
    int seen = 0;
    for (int round = 0; round < 60; ++round) {
        const test::Grid grid = random_capped_grid(random);
        const Request asked = request(Bytes(test::random_int(random, 1 << 18, 1 << 22)),
                                      test::random_int(random, 0, grid.placement.num_processes() - 1));
        const Decision decision = decide(grid, asked);
        expect_sound(decision, grid, asked);
        for (const Candidate& candidate : decision.ranking) {
            if (!has_several_coordinators(candidate)) {
                continue;
            }
            ++seen;
            const std::string text = plan::to_json_text(candidate.plan, grid.platform);
            EXPECT_EQ(plan::parse_plan(text, "plan", grid.platform), candidate.plan);
        }
    }
    EXPECT_GT(seen, 50);
}

TEST(SeveralCoordinators, AreComposedTheSameForOneProcessAloneAsForAll) {
    const test::Grid grid = capped_sites({3, 4}, 4.0);
    const Decision decision = decide(grid, request(Bytes(1 << 20), 1));
    ASSERT_TRUE(has_several_coordinators(decision.choice()));
    const plan::Tree& tree = tree_of(decision.choice());
    const schedule::Schedule whole = plan::compose(tree, grid.placement);
    for (int process = 0; process < grid.placement.num_processes(); ++process) {
        EXPECT_EQ(plan::compose(tree, grid.placement, process).programs[static_cast<std::size_t>(process)],
                  whole.programs[static_cast<std::size_t>(process)]);
    }
}

TEST(SeveralCoordinators, AreToldInTheDescription) {
    const test::Grid grid = capped_sites({4, 4}, 4.0);
    EXPECT_THAT(plan::describe(decide(grid, request(kLong)).choice().plan, grid.platform),
                testing::HasSubstr("coordinators: 4 of a, 4 of b"));
}

TEST(SeveralCoordinators, AreBoundedByWhatTheFlowsShareAndByThePairsOfHosts) {
    const auto bound = [](const test::Grid& grid) {
        return bound_of(scheme::Operation::kBroadcast, grid.platform, grid.placement, 0, kLong).time.value();
    };
    const double bytes = static_cast<double>(kLong.value());
    EXPECT_NEAR(bound(capped_sites({4, 4}, 4.0)), bytes / kUplink, 0.02);
    // Two flows of a sixteenth each.
    EXPECT_NEAR(bound(capped_sites({1, 2}, 16.0)), bytes / (kUplink / 8), 0.1);
}

}  // namespace
}  // namespace causeway::planner
