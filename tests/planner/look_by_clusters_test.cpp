/// Plans for many processes, cluster by cluster, against the simulation of all of them.
#include "causeway/planner/look_by_clusters.hpp"

#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/modelled_time.hpp"
#include "causeway/planner/period.hpp"
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/policy/choice.hpp"

#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <vector>

namespace causeway::planner {
namespace {

using scheme::Operation;

Request of_operation(Operation operation, Bytes message) {
    Request result = request(message);
    result.operation = operation;
    return result;
}

/// Whether what each process has goes by itself to where it is needed.
bool moves_what_each_has(const plan::Plan& plan) {
    return scheme::has_owned_blocks(plan.operation) || plan.scheme->gathers_operands;
}

/// How far the times of all simulated candidates are off that move data that way, as parts of them.
std::vector<double> errors_of(const test::Grid& grid, const Request& asked, bool of_what_each_has) {
    const Task task(grid.platform, grid.placement, asked);
    const LookByClusters look(task, platform::kSupposedHandshake);
    CollectiveTimes times(task, &look);
    CollectiveTimes of_all(task);
    of_all.afford_more(policy::kMostSimulatedTransfers);
    std::vector<double> errors;
    for (const Candidate& candidate : decide(grid.platform, grid.placement, asked).ranking) {
        const bool is_simulated = candidate.plan.scheme != nullptr && candidate.basis == Basis::kSimulated;
        if (is_simulated && moves_what_each_has(candidate.plan) == of_what_each_has && look.is_for(candidate.plan)) {
            const std::optional<CollectiveTime> time = times.simulated(candidate.plan);
            const std::optional<CollectiveTime> exact = of_all.simulated(candidate.plan);
            EXPECT_TRUE(time && exact);
            errors.push_back(std::abs((time && exact) ? time->seconds / exact->seconds - 1.0 : 1.0));
        }
    }
    return errors;
}

TEST(LookByClusters, TimesAreThoseOfAllProcesses) {
    std::mt19937_64 random(22);
    std::vector<double> errors;
    for (int round = 0; round < 40; ++round) {
        test::Grid grid = test::random_grid(random, {.clusters = 8, .hosts = 12, .processes = 2});
        if (grid.placement.is_in_one_cluster()) {
            continue;
        }
        if (round % 4 > 1) {
            test::limit_capacities(random, grid.platform);
        }
        const int most = round % 2 == 0 ? 4096 : 1 << 21;
        for (const Operation operation : {Operation::kBarrier, Operation::kReduce, Operation::kAllreduce}) {
            const Bytes message(operation == Operation::kBarrier ? 0 : test::random_int(random, 1, most));
            const std::vector<double> some = errors_of(grid, of_operation(operation, message), false);
            errors.insert(errors.end(), some.begin(), some.end());
        }
    }
    ASSERT_GT(errors.size(), 300U);
    std::sort(errors.begin(), errors.end());
    EXPECT_LT(errors[errors.size() / 2], 0.001);
    EXPECT_LT(errors[errors.size() * 99 / 100], 0.05);
}

TEST(LookByClusters, WhatItHasChosenIsAsFastAsTheBest) {
    std::mt19937_64 random(256);
    int num_decisions = 0;
    while (num_decisions < 12) {
        const test::Grid grid = test::random_grid(random, {.clusters = 8, .hosts = 60, .processes = 2});
        const std::array operations{Operation::kBarrier, Operation::kReduce, Operation::kAllreduce};
        const Operation operation = operations.at(static_cast<std::size_t>(num_decisions) % operations.size());
        const Request asked = of_operation(
            operation, Bytes(operation == Operation::kBarrier ? 0 : test::random_int(random, 1, 64 << 10)));
        if (!LookByClusters::pays(Task(grid.platform, grid.placement, asked))) {
            continue;
        }
        ++num_decisions;
        const std::vector<Candidate> ranking = decide(grid.platform, grid.placement, asked).ranking;
        Seconds chosen = Seconds::infinity();
        Seconds best = Seconds::infinity();
        std::size_t num_ours = 0;
        for (const Candidate& candidate : ranking) {
            if (candidate.plan.scheme != nullptr && ++num_ours <= 12) {
                const Seconds time = modelled_time(grid.platform, grid.placement, candidate.plan);
                chosen = num_ours == 1 ? time : chosen;
                best = std::min(best, time);
            }
        }
        // Fewer messages and shallower trees go before what is a few hundredths faster.
        EXPECT_LE(chosen, 1.1 * best) << scheme::name_of(operation) << " " << grid.placement.num_processes();
    }
}

TEST(LookByClusters, TimesOfWhatProcessesHaveOfTheirOwnAreAboutThoseOfAll) {
    std::mt19937_64 random(23);
    std::vector<double> errors;
    for (int round = 0; round < 16; ++round) {
        const test::Grid grid = test::random_grid(random, {.clusters = 8, .hosts = 12, .processes = 2});
        if (grid.placement.is_in_one_cluster()) {
            continue;
        }
        const Bytes message(test::random_int(random, 1, round % 2 == 0 ? 512 : 1 << 17));
        for (const Operation operation : {Operation::kAllgather, Operation::kReduceScatter, Operation::kAllreduce}) {
            const std::vector<double> some = errors_of(grid, of_operation(operation, message), true);
            errors.insert(errors.end(), some.begin(), some.end());
        }
    }
    ASSERT_GT(errors.size(), 200U);
    std::sort(errors.begin(), errors.end());
    EXPECT_LT(errors[errors.size() / 2], 0.02);
    EXPECT_LT(errors[errors.size() * 19 / 20], 0.2);
}

/// Two trees, one of which goes through the clusters in the opposite order.
plan::Tree over_two_chains(const Task& task, const strategy::TunedStrategy& tuned) {
    ClusterTrees trees{{1, {}}, {1, {}}};
    const std::vector<int>& members = task.members;
    for (std::size_t g = 1; g < members.size(); ++g) {
        trees[0].sends.push_back({members[g - 1], members[g]});
        trees[1].sends.push_back({g == 1 ? members[0] : members[members.size() - g + 1], members[members.size() - g]});
    }
    plan::Tree tree;
    tree.shape = plan::Shape::kTrees;
    tree.root = task.request.root;
    tree.message = task.request.message;
    tree.block = Bytes(16 << 10);
    tree.local = inside_clusters(task, tuned, tree.block);
    tree.period = period_of(task, trees, tree.block, tree.local);
    return tree;
}

TEST(LookByClusters, TimesOfBroadcastsAreThoseOfAllProcesses) {
    std::mt19937_64 random(24);
    std::vector<double> errors;
    for (int round = 0; round < 24; ++round) {
        test::Grid grid = test::random_grid(random, {.clusters = 6, .hosts = 12, .processes = 2});
        if (grid.placement.is_in_one_cluster()) {
            continue;
        }
        if (round % 2 == 1) {
            test::limit_capacities(random, grid.platform);
        }
        const Request asked = request(Bytes(1 << 20), test::random_int(random, 0, grid.placement.num_processes() - 1));
        const Task task(grid.platform, grid.placement, asked);
        const LookByClusters look(task, std::nullopt);
        std::vector<plan::Tree> trees;
        for (const TreeCandidate& candidate : pipeline_candidates(task)) {
            trees.push_back(candidate.tree);
        }
        for (const strategy::TunedStrategy& tuned : pipeline_strategies(task)) {
            trees.push_back(over_two_chains(task, tuned));
        }
        for (const plan::Tree& tree : trees) {
            ASSERT_TRUE(look.is_for(tree));
            errors.push_back(
                std::abs(look.simulated_time(tree) / simulated_time(tree, grid.placement, task.model) - 1.0));
            errors.push_back(
                std::abs(look.pipeline_estimate(tree) / pipeline_estimate(tree, grid.placement, task.model) - 1.0));
        }
    }
    ASSERT_GT(errors.size(), 1000U);
    std::sort(errors.begin(), errors.end());
    EXPECT_LT(errors[errors.size() / 2], 0.001);
    EXPECT_LT(errors[errors.size() * 99 / 100], 0.05);
}

TEST(LookByClusters, KnowsNothingOfSeveralFlowsOfALink) {
    const test::Grid grid = three_sites();
    const Request asked = request(Bytes(1 << 20));
    const Task task(grid.platform, grid.placement, asked);
    plan::Tree tree = over_two_chains(task, pipeline_strategies(task).front());
    const LookByClusters look(task, std::nullopt);
    ASSERT_TRUE(look.is_for(tree));
    std::ranges::find_if(tree.period, [](const plan::PeriodStep& step) { return !step.is_inside(); })->receiver = 1;
    EXPECT_FALSE(look.is_for(tree));
}

TEST(LookByClusters, KnowsNothingOfWhatIsForOne) {
    const test::Grid grid = four_unequal_sites();
    for (const Operation operation : {Operation::kAlltoall, Operation::kGather, Operation::kScatter}) {
        EXPECT_TRUE(errors_of(grid, of_operation(operation, Bytes(1000)), true).empty());
    }
}

TEST(LookByClusters, PaysForManyProcessesInFewClusters) {
    test::Grid grid = three_sites();
    const Request asked = of_operation(Operation::kAllreduce, Bytes(8));
    EXPECT_FALSE(LookByClusters::pays(Task(grid.platform, grid.placement, asked)));
    for (platform::Cluster& cluster : grid.platform.clusters) {
        cluster.num_hosts = 100;
    }
    grid.placement = platform::full_placement(grid.platform);
    EXPECT_TRUE(LookByClusters::pays(Task(grid.platform, grid.placement, asked)));
    const Decision decision = decide(grid.platform, grid.placement, asked);
    EXPECT_EQ(decision.choice().basis, Basis::kSimulated);
}

}  // namespace
}  // namespace causeway::planner
