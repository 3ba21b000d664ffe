/// The greedy heuristics against their formulas, worked out anew in every round.
#include "causeway/inter_cluster/greedy.hpp"

#include "causeway/base/error.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "random_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace causeway::inter_cluster {
namespace {

using ::testing::ElementsAre;

/// Where a schedule stands, as formulas speak of it.
struct Standing {
    const ClusterProblem& problem;
    std::vector<char> holds;
    std::vector<double> ready;

    [[nodiscard]] int size() const { return problem.size(); }
    [[nodiscard]] bool in_a(int c) const { return holds[static_cast<std::size_t>(c)] != 0; }
    [[nodiscard]] bool joined(int i, int j) const { return problem.transfer_time(i, j) < Seconds::infinity(); }
    [[nodiscard]] double c(int i, int j) const { return problem.transfer_time(i, j).value(); }
    [[nodiscard]] double rt(int i) const { return ready[static_cast<std::size_t>(i)]; }
    [[nodiscard]] double t(int j) const { return problem.local_time[static_cast<std::size_t>(j)].value(); }

    /// B\{j}, among those that j has a link to.
    [[nodiscard]] std::vector<double> onward(int j, bool with_t) const {
        std::vector<double> costs;
        for (int k = 0; k < size(); ++k) {
            if (!in_a(k) && k != j && joined(j, k)) {
                costs.push_back(with_t ? c(j, k) + t(k) : c(j, k));
            }
        }
        return costs;
    }
};

constexpr double kDeadEnd = 1e9;  ///< beyond every score of these tests

double mean(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) {
        sum += value;
    }
    return sum / static_cast<double>(values.size());
}

using Formula = std::function<double(const Standing&, int i, int j)>;
using Ahead = std::function<double(const Standing&, int j)>;

/// F_j by `ahead` unless j is the last that waits or could send to nobody.
Formula ecef_with(const Ahead& ahead) {
    return [ahead](const Standing& s, int i, int j) {
        const bool last = std::count(s.holds.begin(), s.holds.end(), 0) == 1;
        return s.rt(i) + s.c(i, j) + (last ? 0.0 : ahead(s, j));
    };
}

double least(const std::vector<double>& values) {
    return values.empty() ? kDeadEnd : *std::min_element(values.begin(), values.end());
}

double greatest(const std::vector<double>& values) {
    return values.empty() ? kDeadEnd : *std::max_element(values.begin(), values.end());
}

double mean_over_cut_after(const Standing& s, int j) {
    std::vector<double> costs;
    for (int i = 0; i < s.size(); ++i) {
        for (int k = 0; k < s.size(); ++k) {
            if ((s.in_a(i) || i == j) && !s.in_a(k) && k != j && s.joined(i, k)) {
                costs.push_back(s.c(i, k));
            }
        }
    }
    return costs.empty() ? kDeadEnd : mean(costs);
}

/// By name: what the pair (i, j) that comes next minimises.
const std::map<std::string, Formula>& formulas() {
    static const std::map<std::string, Formula> kFormulas{
        {"fef", [](const Standing& s, int i, int j) { return s.problem.latency(i, j).value(); }},
        {"ecef", [](const Standing& s, int i, int j) { return s.rt(i) + s.c(i, j); }},
        {"ecef-la", ecef_with([](const Standing& s, int j) { return least(s.onward(j, false)); })},
        {"ecef-la-mean", ecef_with([](const Standing& s, int j) {
             const std::vector<double> costs = s.onward(j, false);
             return costs.empty() ? kDeadEnd : mean(costs);
         })},
        {"ecef-la-mean-cut", ecef_with(mean_over_cut_after)},
        {"ecef-la-t-min", ecef_with([](const Standing& s, int j) { return least(s.onward(j, true)); })},
        {"ecef-la-t-max", ecef_with([](const Standing& s, int j) { return greatest(s.onward(j, true)); })}};
    return kFormulas;
}

/// BottomUp: the sender minimises, then the receiver maximises.
Formula bottom_up(bool looks_ahead) {
    return [looks_ahead](const Standing& s, int i, int j) {
        for (int other = 0; other < s.size(); ++other) {
            const bool is_better = s.c(other, j) < s.c(i, j) || (s.c(other, j) == s.c(i, j) && other < i);
            if (s.in_a(other) && s.joined(other, j) && is_better) {
                return 2.0 * kDeadEnd;  // not the sender for j
            }
        }
        const bool last = std::count(s.holds.begin(), s.holds.end(), 0) == 1;
        return (looks_ahead && !last ? least(s.onward(j, false)) : 0.0) - (s.c(i, j) + s.t(j));
    };
}

std::vector<Send> by_formula(const ClusterProblem& problem, const Formula& score) {
    const auto n = static_cast<std::size_t>(problem.size());
    Standing s{problem, std::vector<char>(n, 0), std::vector<double>(n, 0.0)};
    s.holds[static_cast<std::size_t>(problem.root)] = 1;
    std::vector<Send> sends;
    for (;;) {
        Send best{-1, -1};
        double best_score = 0.0;
        for (int i = 0; i < problem.size(); ++i) {
            for (int j = 0; j < problem.size(); ++j) {
                if (s.in_a(i) && !s.in_a(j) && s.joined(i, j)) {
                    const double candidate = score(s, i, j);
                    if (best.from < 0 || candidate < best_score) {
                        best_score = candidate;
                        best = {i, j};
                    }
                }
            }
        }
        if (best.from < 0) {
            return sends;
        }
        s.holds[static_cast<std::size_t>(best.to)] = 1;
        s.ready[static_cast<std::size_t>(best.to)] = s.rt(best.from) + s.c(best.from, best.to);
        s.ready[static_cast<std::size_t>(best.from)] += problem.gap(best.from, best.to).value();
        sends.push_back(best);
    }
}

/// Random grids, dense and sparse, and some where nearly everything ties.
std::vector<ClusterProblem> problems() {
    base::Random random(11);
    std::vector<ClusterProblem> result;
    for (const int n : {1, 2, 3, 5, 8, 13, 24}) {
        for (int i = 0; i < 10; ++i) {
            result.push_back(test::random_grid(random, n));
            result.push_back(test::sparse_grid(random, n, 0.5));
            result.push_back(test::coarse_grid(random, n));
            for (std::size_t last = result.size() - 3; last < result.size(); ++last) {
                result[last].root = random.below(n);
            }
        }
    }
    return result;
}

TEST(Greedy, EveryHeuristicPicksWhatItsFormulaSays) {
    std::map<std::string, Formula> all = formulas();
    all["bottom-up"] = bottom_up(false);
    all["bottom-up-la"] = bottom_up(true);
    for (const Heuristic* heuristic : heuristics().members()) {
        if (heuristic->improve == nullptr && heuristic->name != "flat") {
            SCOPED_TRACE(heuristic->name);
            const Formula& formula = all.at(std::string(heuristic->name));
            for (const ClusterProblem& problem : problems()) {
                ASSERT_EQ(heuristic->order(problem), by_formula(problem, formula)) << problem.size() << " clusters";
            }
        }
    }
}

TEST(Ecef, TakesTheTransferThatIsOverFirst) {
    // 0 -> 1 takes 2, then 1 is at 2 and 0 at 1. To 2: from 0 over at 1 + 9, from 1 at 2 + 7.
    ClusterProblem problem;
    problem.gap = base::SquareMatrix<Seconds>(3, Seconds(1.0));
    problem.latency = base::SquareMatrix<Seconds>(3, Seconds(1.0));
    problem.latency(0, 2) = Seconds(8.0);
    problem.latency(1, 2) = Seconds(6.0);
    problem.local_time.assign(3, Seconds(0.0));
    EXPECT_THAT(heuristics().at("ecef", "test").order(problem), ElementsAre(Send{0, 1}, Send{1, 2}));
    problem.latency(1, 2) = Seconds(7.0);
    EXPECT_THAT(heuristics().at("ecef", "test").order(problem), ElementsAre(Send{0, 1}, Send{0, 2}))
        << "a tie goes to the lower sender";
}

TEST(EcefLa, ServesAReceiverThatCanPassItOnBeforeOneThatCannot) {
    // 1 is nearer to 0 than 2, but only 2 has a link to 3.
    ClusterProblem problem;
    problem.gap = base::SquareMatrix<Seconds>(4, Seconds::infinity());
    problem.latency = base::SquareMatrix<Seconds>(4, Seconds(0.0));
    problem.local_time.assign(4, Seconds(0.0));
    problem.gap(0, 1) = Seconds(1.0);
    problem.gap(0, 2) = Seconds(5.0);
    problem.gap(2, 3) = Seconds(1.0);
    for (const char* name : {"ecef-la", "ecef-la-mean", "ecef-la-t-min", "ecef-la-t-max"}) {
        EXPECT_THAT(heuristics().at(name, "test").order(problem), ElementsAre(Send{0, 2}, Send{0, 1}, Send{2, 3}))
            << name << "; then 1 and 3 are alike in that";
    }
}

TEST(Flat, SendsInTheOrderOfTheClusters) {
    base::Random random(6);
    ClusterProblem problem = test::random_grid(random, 4);
    problem.root = 2;
    EXPECT_THAT(heuristics().at("flat", "test").order(problem), ElementsAre(Send{2, 0}, Send{2, 1}, Send{2, 3}));
}

}  // namespace
}  // namespace causeway::inter_cluster
