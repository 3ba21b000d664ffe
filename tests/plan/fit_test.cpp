/// Whether plans are for given processes.
#include "causeway/plan/fit.hpp"

#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::plan {
namespace {

using ::testing::HasSubstr;

/// Three clusters of two hosts.
platform::Platform three_clusters() {
    platform::Platform platform;
    for (const char* name : {"a", "b", "c"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.hosts = {name + std::string("0"), name + std::string("1")};
        cluster.num_hosts = 2;
        platform.clusters.push_back(cluster);
    }
    return platform;
}

platform::Placement in_three_clusters(const std::vector<std::string>& hosts) {
    return *platform::placement_of(three_clusters(), hosts);
}

platform::Placement everywhere() {
    return in_three_clusters({"a0", "a1", "b0", "b1", "c0", "c1"});
}

/// From `root`, in the cluster `from`, to the two other clusters one after another.
Tree tree_from(int root, int from) {
    const auto named = [](std::string_view name) { return strategy::parse_tuned(name, "test"); };
    Tree tree;
    tree.shape = Shape::kPipeline;
    tree.root = root;
    tree.message = Bytes(1000);
    tree.block = Bytes(100);
    tree.cluster_sends = {{from, (from + 1) % 3}, {(from + 1) % 3, (from + 2) % 3}};
    for (int cluster = 0; cluster < 3; ++cluster) {
        tree.local.push_back({cluster, named("flat_tree"), named("flat_tree"), tree.block});
    }
    return tree;
}

Plan plan_of(std::string_view scheme, std::vector<Tree> trees, int root = 0) {
    Plan plan;
    plan.scheme = scheme::schemes().find(scheme);
    plan.operation = plan.scheme->operation;
    plan.root = root;
    plan.message = Bytes(1000);
    plan.block = Bytes(100);
    plan.trees = std::move(trees);
    return plan;
}

TEST(Misfit, IsNoneOfPlansForTheProcesses) {
    EXPECT_EQ(misfit(broadcast_over(tree_from(2, 1)), everywhere()), "");
    EXPECT_EQ(misfit(plan_of("reduce_over_tree", {tree_from(4, 2)}, 4), everywhere()), "");
    EXPECT_EQ(misfit(plan_of("gather_direct", {}, 5), everywhere()), "");
    EXPECT_EQ(misfit(plan_of("alltoall_direct", {}), everywhere()), "");
    EXPECT_EQ(misfit(plan_of("allgather_over_cluster_trees", {tree_from(0, 0), tree_from(2, 1), tree_from(4, 2)}),
                     everywhere()),
              "");
    EXPECT_EQ(misfit(broadcast_over(tree_from(0, 0)), in_three_clusters({"a1", "b0", "c0"})), "")
        << "fewer of each cluster";
    EXPECT_EQ(misfit(Plan(), everywhere()), "") << "the MPI library's own";
}

TEST(Misfit, NamesWhatIsNotThere) {
    EXPECT_THAT(misfit(broadcast_over(tree_from(6, 0)), everywhere()), HasSubstr("root 6 of 6"));
    EXPECT_THAT(misfit(broadcast_over(tree_from(0, 0)), in_three_clusters({"a0", "b0"})),
                HasSubstr("none of these processes"));
    Tree without = tree_from(0, 0);
    without.local.pop_back();
    EXPECT_THAT(misfit(broadcast_over(without), everywhere()), HasSubstr("nothing for some cluster"));
    Tree ordered = tree_from(0, 0);
    ordered.local[1].order = {0, 2, 1};
    EXPECT_THAT(misfit(broadcast_over(ordered), everywhere()), HasSubstr("3 members where there are 2"));
}

TEST(Misfit, NamesATreeThatDoesNotSpanOrBegin) {
    Tree short_one = tree_from(0, 0);
    short_one.cluster_sends.pop_back();
    EXPECT_THAT(misfit(broadcast_over(short_one), everywhere()), HasSubstr("does not span"));
    EXPECT_THAT(misfit(broadcast_over(tree_from(0, 1)), everywhere()), HasSubstr("does not begin"));
    EXPECT_THAT(misfit(plan_of("reduce_over_tree", {tree_from(2, 1)}, 0), everywhere()),
                HasSubstr("not from the root"));
    EXPECT_THAT(misfit(plan_of("allgather_over_cluster_trees", {tree_from(0, 0), tree_from(2, 1)}), everywhere()),
                HasSubstr("one tree from each cluster"));
    std::vector<Tree> shared{tree_from(0, 0), tree_from(2, 1)};
    shared[0].carries = {{0, 1}, {2, 3}};
    shared[1].carries = {{0, 2}};
    EXPECT_THAT(misfit(plan_of("allgather_over_several_trees", shared), everywhere()), HasSubstr("do not carry"));
    shared[1].carries.push_back({1, 1});
    EXPECT_EQ(misfit(plan_of("allgather_over_several_trees", shared), everywhere()), "");
    // Of an all-to-all, what each cluster has for each other one.
    std::vector<Tree> from_each{tree_from(0, 0), tree_from(2, 1), tree_from(4, 2)};
    from_each[0].carries = {{1, 1}, {2, 1}};
    from_each[1].carries = {{0, 1}, {2, 3}};
    from_each[2].carries = {{0, 1}};
    EXPECT_THAT(misfit(plan_of("alltoall_over_several_trees", from_each), everywhere()), HasSubstr("for every other"));
    from_each[2].carries.push_back({1, 1});
    EXPECT_EQ(misfit(plan_of("alltoall_over_several_trees", from_each), everywhere()), "");
}

TEST(Misfit, NamesACoordinatorThatIsNotThere) {
    Tree tree = tree_from(0, 0);
    tree.shape = Shape::kTrees;
    tree.cluster_sends.clear();
    tree.period = {{0, 0, 0, 0}, {0, 0, 0, 1, 0, 1}, {0, 1, 1, 1}, {0, 1, 0, 2}, {0, 2, 2, 2}};
    EXPECT_EQ(misfit(broadcast_over(tree), everywhere()), "");
    tree.period[1].receiver = 2;
    EXPECT_THAT(misfit(broadcast_over(tree), everywhere()), HasSubstr("coordinator"));
}

TEST(Misfit, NamesTreesThatBeginInAnotherClusterHoweverManySegmentsThereAre) {
    Tree tree = tree_from(2, 1);
    tree.shape = Shape::kTrees;
    tree.cluster_sends.clear();
    tree.period = {{0, 0, 0, 0}, {0, 0, 0, 1}, {0, 1, 1, 1}, {0, 1, 0, 2}, {0, 2, 2, 2}};
    Plan plan = broadcast_over(tree);
    plan.message = tree.message = Bytes(1 << 20);
    EXPECT_GT(plan.num_blocks(), 10000) << "too many to prove";
    EXPECT_THAT(misfit(plan, everywhere()), HasSubstr("do not begin in the root's cluster"));
    plan.root = plan.trees.front().root = 0;
    EXPECT_EQ(misfit(plan, everywhere()), "");
}

TEST(Misfit, TellsOfOperandsThatAreNotInTheOrderOfTheRanks) {
    Plan plan = plan_of("allreduce_over_tree", {tree_from(0, 0)});
    plan.in_rank_order = true;
    EXPECT_EQ(misfit(plan, everywhere()), "");
    const platform::Placement scattered = in_three_clusters({"a0", "b0", "a1", "c0", "b1", "c1"});
    EXPECT_THAT(misfit(plan, scattered), HasSubstr("out of order"));
    plan.in_rank_order = false;
    EXPECT_EQ(misfit(plan, scattered), "");
}

TEST(Misfit, TellsOfOperandsOfARingWhateverTheMessage) {
    Plan ring = plan_of("allreduce_by_ring", {});
    ring.in_rank_order = true;
    for (const Bytes message : {Bytes(8), Bytes(1000)}) {
        ring.message = message;
        EXPECT_THAT(misfit(ring, everywhere()), HasSubstr("order of the ranks"));
    }
}

TEST(Fit, APlanAmongNeighboursIsForAsManyProcesses) {
    Plan plan = plan_of("neighbor_allgather_once_per_cluster", {});
    EXPECT_EQ(misfit(plan, everywhere()), "") << "all are neighbours of all";
    plan.neighbourhood = scheme::Neighbourhood({{2, 3}, {}, {0}, {}, {5, 5}, {}});
    EXPECT_EQ(misfit(plan, everywhere()), "");
    EXPECT_THAT(misfit(plan, in_three_clusters({"a0", "a1", "b0", "b1", "c0"})), HasSubstr("neighbours"));
}

}  // namespace
}  // namespace causeway::plan
