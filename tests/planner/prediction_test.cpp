/// Predicted times of plans, against the simulation of every segment.
#include "causeway/planner/prediction.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/simulate/simulate.hpp"
#include "tests/support/random_grid.hpp"
#include "tests/support/random_strategy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace causeway::planner {
namespace {

using plan::Shape;
using plan::Tree;

/// A pipeline over a random tree of the clusters, one strategy in all.
Tree random_pipeline(const test::Grid& grid, std::mt19937_64& random, int segments) {
    const int root = test::random_int(random, 0, grid.placement.num_processes() - 1);
    const std::vector<plan::ClusterGroup> groups = plan::groups_of(grid.placement, root);
    Tree result;
    result.shape = Shape::kPipeline;
    result.root = root;
    result.block = Bytes(1024 * test::random_int(random, 1, 64));
    // The last segment is short.
    result.message = segments * result.block - Bytes(test::random_int(random, 0, 1023));
    const strategy::TunedStrategy inside = test::random_pipeline_strategy(random);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (g > 0) {
            result.cluster_sends.push_back({groups[random() % g].cluster, groups[g].cluster});
        }
        result.local.push_back({groups[g].cluster, inside, test::random_pipeline_strategy(random), result.block});
    }
    return result;
}

Seconds fully_simulated(const Tree& plan, const test::Grid& grid, const model::NetworkModel& model) {
    return simulate::run(plan::compose(plan, grid.placement), model, {plan.message, plan.block}).makespan;
}

TEST(SimulatedTime, OfShortPipelinesIsTheSimulation) {
    std::mt19937_64 random(41);
    for (int round = 0; round < 50; ++round) {
        const test::Grid grid = test::random_grid(random);
        const model::GridPlogp model(grid.platform, grid.placement);
        const Tree plan = random_pipeline(grid, random, test::random_int(random, 1, 32));
        EXPECT_EQ(simulated_time(plan, grid.placement, model), fully_simulated(plan, grid, model)) << round;
    }
}

TEST(SimulatedTime, OfLongPipelinesIsWithinOnePercentOfTheSimulation) {
    std::mt19937_64 random(42);
    double worst = 0.0;
    for (int round = 0; round < 100; ++round) {
        const test::Grid grid = test::random_grid(random);
        const model::GridPlogp model(grid.platform, grid.placement);
        const Tree plan = random_pipeline(grid, random, test::random_int(random, 33, 600));
        const Seconds full = fully_simulated(plan, grid, model);
        if (full == Seconds(0.0)) {
            continue;  // one process
        }
        const double ratio = simulated_time(plan, grid.placement, model) / full;
        EXPECT_NEAR(ratio, 1.0, 0.01) << round << ": " << plan::describe(plan, grid.platform);
        worst = std::max(worst, std::abs(ratio - 1.0));
    }
    RecordProperty("worst_relative_error", std::to_string(worst));
}

TEST(SimulatedTime, OfTwoLevelPlansIsTheSimulationAlsoInOneCluster) {
    std::mt19937_64 random(43);
    for (int round = 0; round < 60; ++round) {
        const test::Grid grid = test::random_grid(random, {.clusters = round % 2 == 0 ? 1 : 4});
        const model::GridPlogp model(grid.platform, grid.placement);
        Tree plan = random_pipeline(grid, random, test::random_int(random, 1, 300));
        plan.shape = Shape::kTwoLevel;
        const double full = fully_simulated(plan, grid, model).value();
        EXPECT_NEAR(simulated_time(plan, grid.placement, model).value(), full, 0.01 * full) << round;
    }
}

TEST(SimulatedTime, OfSegmentsThatTakeTheirOwnWaysIsAboutTheSimulation) {
    // Extrapolated from two short schedules: the rounds of the last segments are not as regular as those of a pipeline.
    std::mt19937_64 random(46);
    for (const char* name : {"two_trees", "circulant"}) {
        for (int round = 0; round < 30; ++round) {
            const test::Grid grid = test::random_grid(random, {.clusters = 1});
            const model::GridPlogp model(grid.platform, grid.placement);
            Tree plan = random_pipeline(grid, random, test::random_int(random, 1, 300));
            plan.shape = Shape::kTwoLevel;
            plan.local.front().between_hosts = strategy::parse_tuned(name, "test");
            const double full = fully_simulated(plan, grid, model).value();
            EXPECT_NEAR(simulated_time(plan, grid.placement, model).value(), full, 0.05 * full) << name << round;
        }
    }
}

// In the first segments, the last to arrive are those of the far link; in the end those of the slow one.
TEST(SimulatedTime, KnowsOfASlowLinkBehindAFarOne) {
    test::Grid grid;
    for (const char* name : {"root", "slow", "far"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.num_hosts = 1;
        cluster.uplink_capacity = BytesPerSecond(1e8);
        cluster.downlink_capacity = BytesPerSecond(1e8);
        grid.platform.clusters.push_back(cluster);
    }
    grid.platform.links = {
        {.from = 0, .to = 1, .plogp = test::affine_plogp(1e-3, 1e-5, 1e6), .shared_capacity = {}, .per_flow_limit = {}},
        {.from = 0,
         .to = 2,
         .plogp = test::affine_plogp(0.2, 1e-5, 1.14e6),
         .shared_capacity = {},
         .per_flow_limit = {}}};
    grid.placement = platform::full_placement(grid.platform);
    const model::GridPlogp model(grid.platform, grid.placement);
    Tree plan;
    plan.shape = Shape::kTrees;
    plan.block = Bytes(16 << 10);
    plan.message = 1024 * plan.block;
    plan.period = {{.segment = 0, .lag = 0, .from = 0, .to = 1}, {.segment = 0, .lag = 0, .from = 0, .to = 2}};
    const strategy::TunedStrategy inside = strategy::parse_tuned("flat_tree", "test");
    for (int cluster = 0; cluster < 3; ++cluster) {
        plan.local.push_back({cluster, inside, inside, plan.block});
    }
    const Seconds full = fully_simulated(plan, grid, model);
    EXPECT_GE(simulated_time(plan, grid.placement, model), full);
    EXPECT_LE(simulated_time(plan, grid.placement, model), 1.03 * full);
}

TEST(PipelineEstimate, IsTheClosedFormOfAChain) {
    std::mt19937_64 random(44);
    const strategy::TunedStrategy chain = strategy::parse_tuned("segmented_chain", "test");
    for (int round = 0; round < 50; ++round) {
        test::Grid grid;
        grid.platform = test::random_platform(random, 1, 8);
        grid.placement = platform::full_placement(grid.platform);
        Tree plan;
        plan.shape = Shape::kPipeline;
        plan.block = Bytes(1024 * test::random_int(random, 1, 64));
        plan.message = test::random_int(random, 1, 500) * plan.block;
        plan.local = {{0, chain, chain, plan.block}};
        const int processes = grid.placement.num_processes();
        const double expected =
            chain.strategy->predict({*grid.platform.clusters[0].plogp, processes, plan.message, plan.block}).value();
        const model::GridPlogp model(grid.platform, grid.placement);
        // Sums in another order: a few roundings apart.
        EXPECT_NEAR(pipeline_estimate(plan, grid.placement, model).value(), expected, 1e-12 * expected);
        EXPECT_NEAR(simulated_time(plan, grid.placement, model).value(), expected, 1e-9 * expected);
    }
}

TEST(PipelineEstimate, ExceedsTheSimulationByTheFillAtMost) {
    std::mt19937_64 random(45);
    for (int round = 0; round < 100; ++round) {
        const test::Grid grid = test::random_grid(random);
        const model::GridPlogp model(grid.platform, grid.placement);
        Tree plan = random_pipeline(grid, random, test::random_int(random, 1, 200));
        plan.message = plan.num_blocks() * plan.block;  // a short last segment costs its start-up in full
        Tree one = plan;
        one.message = plan.block;
        const Seconds fill = fully_simulated(one, grid, model);
        const Seconds full = fully_simulated(plan, grid, model);
        EXPECT_LE(pipeline_estimate(plan, grid.placement, model), (full + fill) * (1.0 + 1e-9)) << round;
    }
}

TEST(FlatEstimate, OfOneProcessOrNothingIsNothing) {
    std::mt19937_64 random(46);
    const test::Grid grid = test::random_grid(random);
    const model::GridPlogp model(grid.platform, grid.placement);
    EXPECT_EQ(flat_estimate(grid.placement, 0, Bytes(0), model), Seconds(0.0));
    const platform::Placement alone{{0}, {0}};
    EXPECT_EQ(flat_estimate(alone, 0, Bytes(100), model::GridPlogp(grid.platform, alone)), Seconds(0.0));
}

}  // namespace
}  // namespace causeway::planner
