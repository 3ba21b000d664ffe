/// A tree that is changed says what its schedule takes when it is carried out.
#include "causeway/inter_cluster/timed_tree.hpp"

#include "causeway/inter_cluster/heuristic.hpp"
#include "random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace causeway::inter_cluster {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

constexpr double kRounding = 1e-12;

class ClusterTreeTest : public ::testing::TestWithParam<Completion> {};

INSTANTIATE_TEST_SUITE_P(Completions, ClusterTreeTest,
                         ::testing::Values(Completion::kSequential, Completion::kOverlapped),
                         [](const auto& named) { return std::string(name_of(named.param)); });

TEST_P(ClusterTreeTest, ChangesItsMakespanAsItsScheduleDoes) {
    base::Random random(1);
    for (const int n : {2, 3, 7, 16, 30}) {
        ClusterProblem problem = test::random_grid(random, n);
        problem.root = random.below(n);
        TimedTree tree(problem, heuristics().at("ecef", "test").order(problem), GetParam());
        for (int change = 0; change < 200; ++change) {
            const int cluster = random.below(n);
            const int sender = random.below(n);
            if (cluster != problem.root && !tree.is_below(sender, cluster)) {
                tree.move(cluster, sender);
                ASSERT_EQ(tree.parent(cluster), sender);
            }
            const TimedSchedule timed = evaluate(problem, tree.sends(), GetParam());
            ASSERT_NEAR(tree.makespan().value(), timed.makespan.value(), kRounding);
            ASSERT_TRUE(std::is_sorted(timed.sends.begin(), timed.sends.end(),
                                       [](const TimedSend& a, const TimedSend& b) { return a.start < b.start; }));
        }
    }
}

TEST_P(ClusterTreeTest, ServesItsChildrenInTheBestOrder) {
    base::Random random(2);
    for (int i = 0; i < 100; ++i) {
        const ClusterProblem problem = test::random_grid(random, 6);
        // A tree of two levels: 0 to 1, 2, 3; 1 to 4; 2 to 5.
        std::vector<Send> sends{{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 5}};
        const TimedTree tree(problem, sends, GetParam());
        Seconds best = Seconds::infinity();
        std::vector<int> children{1, 2, 3};
        do {
            for (std::size_t k = 0; k < children.size(); ++k) {
                sends[k].to = children[k];
            }
            best = std::min(best, evaluate(problem, sends, GetParam()).makespan);
        } while (std::next_permutation(children.begin(), children.end()));
        EXPECT_NEAR(tree.makespan().value(), best.value(), kRounding);
    }
}

TEST(TimedTree, NamesThoseThatTheMakespanHangsOn) {
    ClusterProblem problem;
    problem.gap = base::SquareMatrix<Seconds>(4, Seconds(1.0));
    problem.latency = base::SquareMatrix<Seconds>(4, Seconds(0.0));
    problem.local_time = {Seconds(0.0), Seconds(9.0), Seconds(8.5), Seconds(1.0)};
    // 0 serves 1 (done at 10), 2 (done at 10.5), then 3 (done at 4).
    const TimedTree tree(problem, {{0, 3}, {0, 2}, {0, 1}}, Completion::kSequential);
    EXPECT_THAT(tree.sends(), ElementsAre(Send{0, 1}, Send{0, 2}, Send{0, 3}));
    EXPECT_EQ(tree.makespan(), Seconds(10.5));
    EXPECT_THAT(tree.critical(), UnorderedElementsAre(1, 2));
    problem.local_time[0] = Seconds(20.0);
    EXPECT_THAT(TimedTree(problem, {{0, 3}, {0, 2}, {0, 1}}, Completion::kSequential).critical(),
                UnorderedElementsAre(1, 2, 3))
        << "the root's own broadcast is last: all its sends delay it";
}

TEST(TimedTree, OfOneClusterIsItsLocalTime) {
    ClusterProblem problem;
    problem.gap = base::SquareMatrix<Seconds>(1);
    problem.latency = base::SquareMatrix<Seconds>(1);
    problem.local_time = {Seconds(7.0)};
    const TimedTree tree(problem, {}, Completion::kSequential);
    EXPECT_EQ(tree.makespan(), Seconds(7.0));
    EXPECT_TRUE(tree.sends().empty());
    EXPECT_TRUE(tree.critical().empty());
}

}  // namespace
}  // namespace causeway::inter_cluster
