/// The best order of the clusters along a pipeline, against every order there is.
#include "causeway/planner/cluster_path.hpp"

#include "tests/support/random_grid.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace causeway::planner {
namespace {

using inter_cluster::ClusterProblem;
using inter_cluster::Send;

ClusterProblem random_problem(std::mt19937_64& random, int size, double share_of_links) {
    ClusterProblem problem;
    problem.root = test::random_int(random, 0, size - 1);
    problem.gap = base::SquareMatrix<Seconds>(size, Seconds::infinity());
    problem.latency = base::SquareMatrix<Seconds>(size, Seconds::infinity());
    problem.local_time.assign(static_cast<std::size_t>(size), Seconds(0.0));
    for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j) {
            if (i != j && test::random_real(random, 0.0, 1.0) < share_of_links) {
                problem.gap(i, j) = Seconds(test::random_real(random, 1e-3, 1e-2));
                problem.latency(i, j) = Seconds(test::random_real(random, 1e-3, 2e-2));
            }
        }
    }
    return problem;
}

Seconds time_of(const ClusterProblem& problem, const std::vector<int>& order, double segments) {
    Seconds way;
    Seconds slowest;
    for (std::size_t i = 1; i < order.size(); ++i) {
        way += problem.latency(order[i - 1], order[i]) + problem.gap(order[i - 1], order[i]);
        slowest = std::max(slowest, problem.gap(order[i - 1], order[i]));
    }
    return way + (segments - 1) * slowest;
}

/// The least time over all orders that begin with `order`, by trying every next cluster.
Seconds least_time(const ClusterProblem& problem, std::vector<int>& order, double segments) {
    if (static_cast<int>(order.size()) == problem.size()) {
        return time_of(problem, order, segments);
    }
    Seconds least = Seconds::infinity();
    for (int next = 0; next < problem.size(); ++next) {
        if (std::find(order.begin(), order.end(), next) == order.end()) {
            order.push_back(next);
            least = std::min(least, least_time(problem, order, segments));
            order.pop_back();
        }
    }
    return least;
}

std::vector<int> visited(const ClusterProblem& problem, const std::vector<Send>& path) {
    std::vector<int> order{problem.root};
    for (const Send& send : path) {
        EXPECT_EQ(send.from, order.back());
        order.push_back(send.to);
    }
    EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), order.size());
    return order;
}

TEST(BestPath, IsTheBestOfAllOrders) {
    std::mt19937_64 random(21);
    for (int round = 0; round < 200; ++round) {
        const ClusterProblem problem = random_problem(random, test::random_int(random, 1, 6), 1.0);
        const int segments = test::random_int(random, 1, 200);
        const std::vector<int> order = visited(problem, best_path(problem, segments));
        ASSERT_EQ(static_cast<int>(order.size()), problem.size());
        std::vector<int> begin{problem.root};
        EXPECT_DOUBLE_EQ(time_of(problem, order, segments).value(), least_time(problem, begin, segments).value());
    }
}

TEST(BestPath, IsFoundAlsoWhereFewClustersAreJoined) {
    std::mt19937_64 random(22);
    int without = 0;
    for (int round = 0; round < 200; ++round) {
        const ClusterProblem problem = random_problem(random, 5, 0.4);
        const std::vector<Send> path = best_path(problem, 10);
        std::vector<int> begin{problem.root};
        const Seconds least = least_time(problem, begin, 10);
        if (least == Seconds::infinity()) {
            EXPECT_TRUE(path.empty());
            ++without;
        } else {
            EXPECT_DOUBLE_EQ(time_of(problem, visited(problem, path), 10).value(), least.value());
        }
    }
    EXPECT_GT(without, 0);
    EXPECT_LT(without, 200);
}

TEST(BestPath, VisitsEveryClusterOnceBeyondTheExhaustiveSearch) {
    std::mt19937_64 random(23);
    for (const int size : {8, 9, 17, 50}) {
        const ClusterProblem problem = random_problem(random, size, 1.0);
        EXPECT_EQ(static_cast<int>(visited(problem, best_path(problem, 100)).size()), size);
    }
}

TEST(BestPath, OfOneClusterIsEmpty) {
    std::mt19937_64 random(24);
    EXPECT_TRUE(best_path(random_problem(random, 1, 1.0), 5).empty());
}

}  // namespace
}  // namespace causeway::planner
