/// What was found out about processes changes nothing of what is decided for them.
#include "causeway/planner/placed_processes.hpp"

#include "causeway/planner/way_of_data.hpp"
#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>

namespace causeway::planner {
namespace {

using scheme::Operation;

/// Some links are slower one way, some uplinks than their downlinks.
test::Grid uneven_grid(std::mt19937_64& random) {
    test::Grid grid = test::random_grid(random, {.clusters = 5, .hosts = 4});
    platform::Cluster& first = grid.platform.clusters.front();
    first.uplink_capacity = BytesPerSecond(5e6);
    first.downlink_capacity = BytesPerSecond(2e7);
    return grid;
}

TEST(PlacedProcesses, AreDecidedForAsIfItWereTheFirstTime) {
    std::mt19937_64 random(11);
    for (int round = 0; round < 4; ++round) {
        const test::Grid grid =
            round % 2 == 0 ? uneven_grid(random) : test::random_grid(random, {.clusters = 5, .hosts = 4});
        const auto processes = std::make_shared<PlacedProcesses>(grid.platform, grid.placement);
        for (const Operation operation : {Operation::kBroadcast, Operation::kReduce, Operation::kAllreduce,
                                          Operation::kAllgather, Operation::kReduceScatter, Operation::kBroadcast}) {
            for (const Bytes message : {Bytes(8), Bytes(100'000)}) {
                Request asked = request(message, grid.placement.num_processes() - 1);
                asked.operation = operation;
                expect_equal(decide(grid.platform, grid.placement, asked), decide(processes, asked));
            }
        }
    }
}

TEST(PlacedProcesses, AreElsewhereForDataThatMeetsAnotherNetwork) {
    const test::Grid even = three_sites();
    PlacedProcesses alike(even.platform, even.placement);
    for (const Operation operation : {Operation::kBroadcast, Operation::kReduce, Operation::kAllreduce}) {
        EXPECT_EQ(alike.along_trees_of(operation), nullptr) << "everything is as fast both ways";
    }
    test::Grid uneven = even;
    uneven.platform.clusters.front().uplink_capacity = BytesPerSecond(5e6);
    PlacedProcesses differ(uneven.platform, uneven.placement);
    EXPECT_EQ(differ.along_trees_of(Operation::kBroadcast), nullptr);
    for (const Operation operation : {Operation::kReduce, Operation::kAllreduce}) {
        const std::shared_ptr<PlacedProcesses> other = differ.along_trees_of(operation);
        ASSERT_NE(other, nullptr);
        EXPECT_EQ(other->platform(), along_trees(operation, uneven.platform));
        EXPECT_EQ(differ.along_trees_of(operation), other) << "found once";
    }
    EXPECT_EQ(differ.along_trees_of(Operation::kGather), differ.along_trees_of(Operation::kReduce));
    EXPECT_NE(differ.along_trees_of(Operation::kGather), differ.along_trees_of(Operation::kAllreduce));
}

}  // namespace
}  // namespace causeway::planner
