/// Trees and plans as values: blocks and the line for people.
#include "causeway/plan/plan.hpp"

#include "tests/support/random_grid.hpp"

#include <gtest/gtest.h>

#include <random>

namespace causeway::plan {
namespace {

strategy::TunedStrategy named(std::string_view name) {
    return strategy::parse_tuned(name, "test");
}

TEST(Tree, BlocksAreCountedUpwards) {
    Tree tree;
    tree.shape = Shape::kPipeline;
    tree.message = Bytes(1000);
    for (const auto& [block, expected] : {std::pair{1, 1000}, {300, 4}, {500, 2}, {999, 2}, {1000, 1}, {5000, 1}}) {
        tree.block = Bytes(block);
        EXPECT_EQ(tree.num_blocks(), expected) << block;
    }
}

TEST(Tree, AnEmptyMessageIsOneBlock) {
    Tree tree;
    tree.shape = Shape::kPipeline;
    tree.block = Bytes(16);
    EXPECT_EQ(tree.num_blocks(), 1);
}

TEST(Plan, ANativePlanIsOneBlockWithoutKnowingOne) {
    Plan plan;
    plan.message = Bytes(1000);
    EXPECT_EQ(plan.num_blocks(), 1);
}

TEST(Tree, IsDescribedInOneLine) {
    std::mt19937_64 random(1);
    const platform::Platform platform = test::random_platform(random, 3, 2);
    EXPECT_EQ(describe(Plan(), platform), "native: the MPI library's own broadcast");
    Tree tree;
    tree.message = Bytes(1 << 20);
    tree.shape = Shape::kPipeline;
    tree.block = Bytes(16 << 10);
    tree.order = "best-path";
    tree.cluster_sends = {{0, 2}, {2, 1}};
    for (int c = 0; c < 3; ++c) {
        tree.local.push_back({c, named("segmented_chain"), named("flat_tree"), tree.block});
    }
    EXPECT_EQ(describe(tree, platform),
              "pipeline of 16 KiB segments; between clusters c0>c2 c2>c1 (best-path); inside segmented_chain");
    tree.shape = Shape::kTwoLevel;
    tree.order = "flat";
    tree.local[1].between_hosts = named("binomial_tree");
    EXPECT_EQ(describe(tree, platform),
              "two-level; between clusters c0>c2 c2>c1 (flat); inside segmented_chain@16 KiB (c0), "
              "binomial_tree (c1), segmented_chain@16 KiB (c2)");
    tree.cluster_sends.clear();
    tree.local = {{0, named("dary_tree/3"), named("flat_tree"), tree.block}};
    EXPECT_EQ(describe(tree, platform), "inside one cluster dary_tree/3@16 KiB");
    EXPECT_EQ(describe(broadcast_over(tree), platform), describe(tree, platform));
}

}  // namespace
}  // namespace causeway::plan
