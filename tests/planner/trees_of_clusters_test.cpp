/// Short messages between many sites: what all need of all comes by the shortest ways.
#include "causeway/base/random.hpp"
#include "causeway/planner/search.hpp"
#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace causeway::planner {
namespace {

using scheme::Operation;

/// Sites of one or two hosts here and there on a square whose side is 50 ms of latency.
test::Grid sites_in_the_plane(int sites) {
    constexpr double kSide = 5e-2;
    base::Random random(7);
    test::Grid grid;
    std::vector<std::array<double, 2>> places;
    for (int site = 0; site < sites; ++site) {
        places.push_back({random.between(0.0, kSide), random.between(0.0, kSide)});
        platform::Cluster cluster;
        cluster.name = "s" + std::to_string(site);
        cluster.num_hosts = 1 + site % 2;
        cluster.plogp = test::affine_plogp(5e-5, 1e-5, 1e8);
        grid.platform.clusters.push_back(cluster);
    }
    for (int from = 0; from < sites; ++from) {
        for (int to = from + 1; to < sites; ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            const auto& one = places[static_cast<std::size_t>(from)];
            const auto& other = places[static_cast<std::size_t>(to)];
            // Straight ways are detours at times.
            const double latency = std::hypot(one[0] - other[0], one[1] - other[1]) * random.between(1.0, 1.5);
            link.plogp = test::affine_plogp(5e-4 + latency, 1e-5, 2e7);
            grid.platform.links.push_back(link);
        }
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

TEST(ShortMessagesBetweenManySites, TakeHardlyMoreThanTheLongestShortestWay) {
    for (const int sites : {16, 24, 40}) {
        const test::Grid grid = sites_in_the_plane(sites);
        for (const Operation operation : {Operation::kBarrier, Operation::kAllreduce, Operation::kAllgather}) {
            const Bytes message(operation == Operation::kBarrier ? 0 : 8);
            const Candidate choice =
                decide(grid, {.operation = operation, .message = message, .least_gain = 0.0}).choice();
            const TimeBound bound = planner::bound_of(operation, grid.platform, grid.placement, 0, message);
            EXPECT_GE(choice.time, bound.time);
            EXPECT_LE(choice.time / bound.time, 1.05)
                << sites << " sites: " << plan::describe(choice.plan, grid.platform);
        }
    }
}

TEST(TreesByShortestWays, LeadFromEveryClusterToAllByTheLeastSumsOfLatencies) {
    const test::Grid grid = four_unequal_sites();
    const Request request{.operation = Operation::kBarrier, .message = Bytes(0)};
    const Task task(grid.platform, grid.placement, request);
    const auto all = trees_by_shortest_ways(task, Bytes(1), Search(task).strategies_inside());
    ASSERT_FALSE(all.empty());
    for (const TreesOfClusters& trees : all) {
        ASSERT_EQ(trees.size(), 4U);
        for (std::size_t group = 0; group < trees.size(); ++group) {
            EXPECT_EQ(trees[group].root, task.groups[group].coordinator());
            EXPECT_EQ(trees[group].cluster_sends.size(), 3U);
        }
        // a is 4 ms from b, 9 from c and by way of c 12 from d, where the straight way takes 15.
        const std::vector<plan::ClusterSend> expected{{0, 2}, {0, 1}, {2, 3}};
        EXPECT_EQ(trees.front().cluster_sends, expected);
    }
}

}  // namespace
}  // namespace causeway::planner
