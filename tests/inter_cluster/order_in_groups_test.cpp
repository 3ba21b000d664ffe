/// Orders level by level: each group hears once, and the sends are legal whatever the heuristic.
#include "causeway/inter_cluster/order_in_groups.hpp"

#include "causeway/inter_cluster/heuristic.hpp"
#include "random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace causeway::inter_cluster {
namespace {

using ::testing::ElementsAre;

/// Clusters 0, 1 of a site and 2, 3 of another: 1 s inside a site, 10 s between them but 9 s from 0 to 3.
ClusterProblem two_by_two() {
    ClusterProblem problem;
    problem.gap = base::SquareMatrix<Seconds>(4, Seconds(1.0));
    problem.latency = base::SquareMatrix<Seconds>(4, Seconds(9.0));
    for (int a = 0; a < 4; ++a) {
        problem.latency(a, a ^ 1) = Seconds(0.0);
    }
    problem.latency(0, 3) = Seconds(8.0);
    problem.local_time.assign(4, Seconds(2.0));
    return problem;
}

TEST(OrderInGroups, TheFarSiteHearsOnceThroughItsNearestCluster) {
    const auto order = [](const ClusterProblem& problem) {
        return heuristics().at("flat", "heuristic").order(problem);
    };
    EXPECT_THAT(order_in_groups(two_by_two(), {{0, 1}, {2, 3}}, Completion::kOverlapped, order),
                ElementsAre(Send{0, 3}, Send{0, 1}, Send{3, 2}));
}

TEST(OrderInGroups, WhatAGroupTakesInsideDecidesWhoIsServedFirst) {
    ClusterProblem problem = two_by_two();
    problem.local_time[2] = Seconds(50.0);
    std::vector<Seconds> seen;
    const auto order = [&](const ClusterProblem& asked) {
        seen.insert(seen.end(), asked.local_time.begin(), asked.local_time.end());
        return heuristics().at("flat", "heuristic").order(asked);
    };
    (void)order_in_groups(problem, {{2, 3}, {0, 1}}, Completion::kOverlapped, order);
    // The sites inside first, then both as one cluster each: 1 s to the other LAN and 2 or 50 s there.
    EXPECT_THAT(seen,
                ElementsAre(Seconds(2.0), Seconds(2.0), Seconds(50.0), Seconds(2.0), Seconds(3.0), Seconds(51.0)));
}

TEST(OrderInGroups, EachGroupIsEnteredOnceAndEveryClusterHears) {
    constexpr int kClusters = 11;
    const std::vector<std::vector<int>> groups = {{0, 1, 2, 3, 4, 5}, {0, 3, 5}, {7, 9}, {3, 5}};
    base::Random random(5);
    for (const Heuristic* heuristic : heuristics().members()) {
        const auto order = [&](const ClusterProblem& asked) {
            return solve(*heuristic, asked, OrderEffort()).sends;
        };
        for (int root = 0; root < kClusters; ++root) {
            ClusterProblem problem = test::random_grid(random, kClusters);
            problem.root = root;
            const std::vector<Send> sends = order_in_groups(problem, groups, Completion::kSequential, order);
            std::set<int> reached{root};
            for (const Send& send : sends) {
                EXPECT_TRUE(reached.contains(send.from)) << heuristic->name;
                EXPECT_TRUE(reached.insert(send.to).second) << heuristic->name;
            }
            EXPECT_EQ(reached.size(), kClusters) << heuristic->name;
            for (const std::vector<int>& group : groups) {
                const auto has = [&](int cluster) { return std::binary_search(group.begin(), group.end(), cluster); };
                const auto entered = std::count_if(sends.begin(), sends.end(),
                                                   [&](const Send& send) { return !has(send.from) && has(send.to); });
                EXPECT_EQ(entered, has(root) ? 0 : 1) << heuristic->name << ", root " << root;
            }
        }
    }
}

TEST(OrderInGroups, WithoutGroupsItIsTheHeuristicsOwn) {
    base::Random random(6);
    const ClusterProblem problem = test::random_grid(random, 6);
    const auto order = [](const ClusterProblem& asked) { return heuristics().at("ecef", "heuristic").order(asked); };
    EXPECT_EQ(order_in_groups(problem, {}, Completion::kSequential, order), order(problem));
}

}  // namespace
}  // namespace causeway::inter_cluster
