/// The optimum against every schedule there is; the search against the optimum and the heuristics.
#include "causeway/inter_cluster/branch_and_bound.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/inter_cluster/threshold_accepting.hpp"

#include "causeway/base/error.hpp"
#include "random_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace causeway::inter_cluster {
namespace {

/// The same sums in another order.
constexpr double kSearchRounding = 1e-12;

/// Without limit.
OrderEffort all_it_takes(Completion completion) {
    OrderEffort effort;
    effort.completion = completion;
    effort.steps = std::numeric_limits<std::int64_t>::max();
    return effort;
}

OrderEffort steps(Completion completion, std::int64_t steps, std::uint64_t seed = 1) {
    OrderEffort effort;
    effort.completion = completion;
    effort.steps = steps;
    effort.seed = seed;
    return effort;
}

/// Tries everything: each holder with each that waits, over and over.
class BruteForce {
public:
    BruteForce(const ClusterProblem& problem, Completion completion) : problem_(problem), completion_(completion) {}

    Seconds best_makespan() {
        std::vector<Send> sends;
        std::vector<int> holders{problem_.root};
        go_on(sends, holders);
        return best_;
    }

private:
    void go_on(std::vector<Send>& sends, std::vector<int>& holders) {
        if (holders.size() == problem_.local_time.size()) {
            best_ = std::min(best_, evaluate(problem_, sends, completion_).makespan);
            return;
        }
        const std::vector<int> senders = holders;
        for (const int from : senders) {
            for (int to = 0; to < problem_.size(); ++to) {
                const bool waits = std::find(senders.begin(), senders.end(), to) == senders.end();
                if (waits && problem_.transfer_time(from, to) < Seconds::infinity()) {
                    sends.push_back({from, to});
                    holders.push_back(to);
                    go_on(sends, holders);
                    holders.pop_back();
                    sends.pop_back();
                }
            }
        }
    }

    const ClusterProblem& problem_;
    Completion completion_;
    Seconds best_ = Seconds::infinity();
};

class ByCompletion : public ::testing::TestWithParam<Completion> {
protected:
    [[nodiscard]] Seconds makespan(const ClusterProblem& problem, const Answer& answer) const {
        return evaluate(problem, answer.sends, GetParam()).makespan;
    }
    [[nodiscard]] Answer solved(const char* name, const ClusterProblem& problem, const OrderEffort& effort) const {
        return solve(heuristics().at(name, "test"), problem, effort);
    }
    void expect_the_best(const ClusterProblem& problem) const {
        const Answer answer = solved("optimal", problem, all_it_takes(GetParam()));
        const Seconds best = BruteForce(problem, GetParam()).best_makespan();
        ASSERT_FALSE(answer.stopped_early);
        ASSERT_TRUE(answer.lower_bound);
        if (best == Seconds::infinity()) {
            ASSERT_LT(answer.sends.size() + 1, problem.local_time.size());
            return;
        }
        ASSERT_NEAR(makespan(problem, answer).value(), best.value(), kSearchRounding);
        ASSERT_EQ(*answer.lower_bound, makespan(problem, answer));
    }
};

INSTANTIATE_TEST_SUITE_P(Completions, ByCompletion, ::testing::Values(Completion::kSequential, Completion::kOverlapped),
                         [](const auto& named) { return std::string(name_of(named.param)); });

TEST_P(ByCompletion, OptimalIsTheBestOfAllSchedules) {
    base::Random random(1);
    const auto try_sizes = [&](int least, int most, int instances) {
        for (int n = least; n <= most; ++n) {
            for (int i = 0; i < instances; ++i) {
                SCOPED_TRACE(std::to_string(n) + " clusters, instance " + std::to_string(i));
                ClusterProblem problem = test::random_grid(random, n, i % 2 == 0 ? 3.0 : 0.3);
                problem.root = random.below(n);
                expect_the_best(problem);
                test::lose_links(random, problem, 0.3);
                expect_the_best(problem);
                expect_the_best(test::coarse_grid(random, n));
            }
        }
    };
    try_sizes(1, 6, 100);
}

TEST_P(ByCompletion, BranchAndBoundNeedsNoGoodStart) {
    base::Random random(2);
    for (int i = 0; i < 50; ++i) {
        const ClusterProblem problem = test::random_grid(random, 7, i % 2 == 0 ? 3.0 : 0.3);
        const std::vector<Send> flat = heuristics().at("flat", "test").order(problem);
        const Answer from_flat = branch_and_bound(problem, flat, all_it_takes(GetParam()));
        const Answer optimal = solved("optimal", problem, all_it_takes(GetParam()));
        EXPECT_FALSE(from_flat.stopped_early);
        EXPECT_NEAR(makespan(problem, from_flat).value(), makespan(problem, optimal).value(), kSearchRounding);
    }
}

TEST_P(ByCompletion, ClustersThatNothingTellsApartAreNotTriedInEveryOrder) {
    // Three sites of five clusters each; all that matters is how many of a site are served by whom.
    ClusterProblem problem;
    constexpr int kClusters = 16;
    problem.gap = base::SquareMatrix<Seconds>(kClusters, Seconds::infinity());
    problem.latency = base::SquareMatrix<Seconds>(kClusters, Seconds(0.010));
    for (int i = 0; i < kClusters; ++i) {
        problem.local_time.push_back(Seconds(0.3));
        for (int j = 0; j < kClusters; ++j) {
            problem.gap(i, j) = i % 3 == j % 3 ? Seconds(0.1) : Seconds(0.4);
        }
    }
    const Answer answer = solved("optimal", problem, steps(GetParam(), 1'000'000));
    EXPECT_FALSE(answer.stopped_early);
}

TEST_P(ByCompletion, OptimalSaysThatItStoppedAndHowFarItMayBeOff) {
    base::Random random(3);
    for (int i = 0; i < 20; ++i) {
        const ClusterProblem problem = test::random_grid(random, 12, 0.1);
        const Answer best = solved("optimal", problem, all_it_takes(GetParam()));
        const Answer stopped = solved("optimal", problem, steps(GetParam(), 20));
        EXPECT_TRUE(stopped.stopped_early);
        EXPECT_LE(stopped.steps, 20);
        EXPECT_GT(*stopped.lower_bound, Seconds(0.0));
        EXPECT_LE(*stopped.lower_bound, *best.lower_bound);
        EXPECT_GE(makespan(problem, stopped), makespan(problem, best));
    }
}

TEST_P(ByCompletion, TimeEndsWhatSearches) {
    base::Random random(4);
    const ClusterProblem problem = test::random_grid(random, 40, 0.1);
    for (const char* name : {"optimal", "search"}) {
        OrderEffort effort = all_it_takes(GetParam());
        int looks = 0;
        effort.time_used = [&looks] { return ++looks / 50.0; };
        const Answer answer = solved(name, problem, effort);
        EXPECT_TRUE(answer.stopped_early) << name;
        EXPECT_EQ(answer.sends.size(), 39U) << name;
        EXPECT_LT(looks, 60) << name;
        EXPECT_LE(*answer.lower_bound, makespan(problem, answer));
    }
}

TEST_P(ByCompletion, SearchOfFewClustersFindsTheOptimum) {
    base::Random random(5);
    for (const int n : {3, 6, 10, 16}) {
        for (int i = 0; i < 10; ++i) {
            const ClusterProblem problem = test::random_grid(random, n);
            const Answer found = solved("search", problem, steps(GetParam(), 20'000));
            const Answer best = solved("optimal", problem, all_it_takes(GetParam()));
            EXPECT_LE(makespan(problem, found).value(), 1.01 * makespan(problem, best).value());
        }
    }
}

TEST_P(ByCompletion, SearchIsBetterThanTheBestHeuristicByMoreTheMoreItMayDo) {
    base::Random random(6);
    double started = 0.0;
    double shortly = 0.0;
    double longer = 0.0;
    for (int i = 0; i < 10; ++i) {
        const ClusterProblem problem = test::random_grid(random, 50);
        const OrderEffort none = steps(GetParam(), 0);
        const Seconds start = evaluate(problem, best_constructed(problem, none), GetParam()).makespan;
        const Seconds least = makespan(problem, solved("search", problem, none));
        EXPECT_LE(least, start);
        started += start.value();
        shortly += makespan(problem, solved("search", problem, steps(GetParam(), 2'000))).value();
        longer += makespan(problem, solved("search", problem, steps(GetParam(), 40'000))).value();
    }
    EXPECT_LT(shortly, 0.98 * started);
    EXPECT_LT(longer, 0.99 * shortly);
}

TEST_P(ByCompletion, SearchGivesTheSameScheduleForTheSameSeedAndSteps) {
    base::Random random(7);
    const ClusterProblem problem = test::random_grid(random, 30);
    const Answer first = solved("search", problem, steps(GetParam(), 5'000, 42));
    const Answer second = solved("search", problem, steps(GetParam(), 5'000, 42));
    EXPECT_EQ(first.sends, second.sends);
    EXPECT_EQ(first.steps, 5'000);
    EXPECT_NE(first.sends, solved("search", problem, steps(GetParam(), 5'000, 43)).sends);
}

TEST_P(ByCompletion, SearchWorksOnSparseGrids) {
    base::Random random(8);
    for (int i = 0; i < 20; ++i) {
        ClusterProblem problem = test::sparse_grid(random, 30, 0.9);
        problem.root = random.below(30);
        const ReachablePart part = reachable_part(problem);
        for (const char* name : {"optimal", "search"}) {
            const Answer answer = solved(name, problem, steps(GetParam(), 2'000));
            EXPECT_EQ(answer.sends.size() + 1, part.members.size());
            for (const Send& send : answer.sends) {
                EXPECT_LT(problem.transfer_time(send.from, send.to), Seconds::infinity());
            }
        }
    }
}

TEST(Search, WrongTimesAreRefused) {
    base::Random random(9);
    const ClusterProblem good = test::random_grid(random, 4);
    for (const double wrong : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
        for (const char* name : {"optimal", "search"}) {
            const Heuristic& heuristic = heuristics().at(name, "test");
            ClusterProblem problem = good;
            problem.gap(1, 2) = Seconds(wrong);
            EXPECT_THROW((void)heuristic.order(problem), base::InputError);
            problem = good;
            problem.latency(3, 0) = Seconds(wrong);
            EXPECT_THROW((void)heuristic.order(problem), base::InputError);
            problem = good;
            problem.local_time[2] = Seconds(wrong);
            EXPECT_THROW((void)heuristic.order(problem), base::InputError);
        }
    }
}

}  // namespace
}  // namespace causeway::inter_cluster
