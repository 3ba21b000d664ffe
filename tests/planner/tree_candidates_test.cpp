/// Pipelines over several trees: right on any grid, and worth it where routes do not share anything.
#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/simulate/simulate.hpp"
#include "tests/planner/decisions.hpp"
#include "tests/support/random_grid.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace causeway::planner {
namespace {

using plan::ClusterSend;
using plan::ClusterTree;

/// Up to four trees over all clusters of the grid, from the root's on, with random numbers of segments.
ClusterTrees random_trees(const test::Grid& grid, int root, std::mt19937_64& random) {
    ClusterTrees trees;
    const int count = test::random_int(random, 1, 4);
    const std::vector<plan::ClusterGroup> groups = plan::groups_of(grid.placement, root);
    for (int t = 0; t < count; ++t) {
        std::vector<int> rest;
        for (std::size_t g = 1; g < groups.size(); ++g) {
            rest.push_back(groups[g].cluster);
        }
        test::shuffle(rest, random);
        std::vector<int> holders{groups.front().cluster};
        ClusterTree tree;
        tree.segments = test::random_int(random, 1, 5);
        for (const int cluster : rest) {
            tree.sends.push_back({holders[random() % holders.size()], cluster});
            holders.push_back(cluster);
        }
        trees.push_back(std::move(tree));
    }
    return trees;
}

std::vector<Candidate> over_trees(const Decision& decision) {
    std::vector<Candidate> result;
    for (const Candidate& candidate : decision.ranking) {
        if (!is_native(candidate) && tree_of(candidate).shape == Shape::kTrees) {
            result.push_back(candidate);
        }
    }
    return result;
}

TEST(TreeCandidates, AreBroadcastsOnAnyGridFromAnyRoot) {
    std::mt19937_64 random(71);
    int seen = 0;
    for (int round = 0; round < 40; ++round) {
        const test::Grid grid = test::random_grid(random);
        Request asked = request(Bytes(test::random_int(random, 1, 1 << 22)),
                                test::random_int(random, 0, grid.placement.num_processes() - 1));
        asked.trees = {{random_trees(grid, asked.root, random)}, {random_trees(grid, asked.root, random)}};
        const Decision decision = decide(grid, asked);
        expect_sound(decision, grid, asked);
        seen += static_cast<int>(over_trees(decision).size());
    }
    EXPECT_GT(seen, 100);
}

TEST(TreeCandidates, KeepTheSharesOfTheTreesTheyAreMadeOf) {
    std::mt19937_64 random(72);
    for (int round = 0; round < 30; ++round) {
        const test::Grid grid = test::random_grid(random, {.clusters = 4, .hosts = 2, .processes = 1});
        Request asked = request(Bytes(1 << 22));
        asked.trees = {{random_trees(grid, 0, random)}};
        int segments = 0;
        for (const ClusterTree& tree : asked.trees.front().trees) {
            segments += tree.segments;
        }
        for (const Candidate& candidate : over_trees(decide(grid, asked))) {
            EXPECT_EQ(tree_of(candidate).segments_per_period(), segments);
            int found = 0;
            for (const ClusterTree& tree : plan::trees_of(tree_of(candidate))) {
                found += tree.segments;
            }
            EXPECT_EQ(found, segments);
        }
    }
}

TEST(TreeCandidates, ExtrapolatedTimesAreThoseOfTheWholeSimulation) {
    std::mt19937_64 random(73);
    for (int round = 0; round < 25; ++round) {
        const test::Grid grid = test::random_grid(random, {.clusters = 4, .hosts = 3, .processes = 2});
        const model::GridPlogp model(grid.platform, grid.placement);
        Request asked = request(Bytes(16 << 20));
        asked.trees = {{random_trees(grid, 0, random)}};
        for (const Candidate& candidate : over_trees(decide(grid, asked))) {
            if (candidate.basis != Basis::kSimulated) {
                continue;
            }
            const Seconds full = simulate::run(plan::compose(tree_of(candidate), grid.placement), model,
                                               {candidate.plan.message, candidate.plan.block})
                                     .makespan;
            EXPECT_NEAR(candidate.time / full, 1.0, 0.05) << plan::describe(candidate.plan, grid.platform);
        }
    }
}

}  // namespace
}  // namespace causeway::planner
