/// Estimates by clusters beside those that compose and simulate every process.
#include "causeway/planner/pipeline_times.hpp"

#include "causeway/planner/period.hpp"
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/planner/task.hpp"
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace causeway::planner {
namespace {

/// A chain or a star of the grid's clusters.
plan::Tree tree_through(const Task& task, bool is_star, const strategy::TunedStrategy& tuned, plan::Exit exit,
                        Bytes segment) {
    plan::Tree tree;
    tree.shape = plan::Shape::kPipeline;
    tree.root = task.request.root;
    tree.message = task.request.message;
    tree.block = segment;
    tree.exit = exit;
    tree.local = inside_clusters(task, tuned, segment);
    for (std::size_t g = 1; g < task.members.size(); ++g) {
        tree.cluster_sends.push_back({task.members[is_star ? 0 : g - 1], task.members[g]});
    }
    return tree;
}

TEST(PipelineTimes, AreThoseOfEveryProcessOrNearly) {
    std::vector<double> errors;
    double worst_on_one_machine = 0.0;
    // All with processors of their own, then a third of them on one machine.
    for (int run = 0; run < 53; ++run) {
        const bool is_one_machine = run >= 40;
        const int seed = is_one_machine ? 3 * (run - 40) + 2 : run;
        std::mt19937_64 random(static_cast<std::uint64_t>(700 + seed));
        test::Grid grid = test::random_grid(random, {.clusters = 6, .hosts = 5, .processes = 2});
        if (seed % 2 == 1) {
            test::limit_capacities(random, grid.platform);
        }
        if (is_one_machine) {
            grid.platform.shared_gap = statistics::PiecewiseLinear({{0.0, 2e-5}, {1 << 20, 1e-3}});
        }
        const Request asked = request(Bytes(1 << 20), test::random_int(random, 0, grid.placement.num_processes() - 1));
        const Task task(grid.platform, grid.placement, asked);
        for (const strategy::TunedStrategy& tuned : pipeline_strategies(task)) {
            for (const bool is_star : {false, true}) {
                for (const plan::Exit exit : {plan::Exit::kCoordinator, plan::Exit::kLast}) {
                    for (const Bytes segment : {Bytes(16 << 10), Bytes(1 << 20)}) {
                        const plan::Tree tree = tree_through(task, is_star, tuned, exit, segment);
                        const Seconds whole = pipeline_estimate(tree, grid.placement, task.model);
                        const double error = std::abs(task.pipeline_time(tree) / whole - 1.0);
                        if (is_one_machine) {
                            worst_on_one_machine = std::max(worst_on_one_machine, error);
                        } else {
                            errors.push_back(error);
                        }
                    }
                }
            }
        }
    }
    std::sort(errors.begin(), errors.end());
    EXPECT_LT(worst_on_one_machine, 0.1) << "whose first segment the machine serves first";
    ASSERT_GT(errors.size(), 500U);
    EXPECT_LT(errors[errors.size() / 2], 1e-9) << "most are the same";
    EXPECT_LT(errors.back(), 0.02) << "who waits for whom where several want one thing at the same moment";
}

/// Flows of links each have a share of what the link carries.
void limit_flows(std::mt19937_64& random, platform::Platform& platform) {
    for (platform::Link& link : platform.links) {
        const double all = link.plogp->rate()->value();
        const int flows = test::random_int(random, 1, 4);
        link.shared_capacity = BytesPerSecond(all);
        link.per_flow_limit = BytesPerSecond(all / flows);
        link.plogp = test::affine_plogp(link.plogp->latency.value(), 1e-5, all / flows);
    }
}

TEST(PipelineTimes, WithSeveralFlowsAreNotLessThanTheLeast) {
    constexpr double kOfOrder = 1.02;  // who is served first of those that share something
    int looked_at = 0;
    for (int seed = 0; seed < 60; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(900 + seed));
        test::Grid grid = test::random_grid(random, {.clusters = 5, .hosts = 5, .processes = 2});
        if (seed % 2 == 1) {
            test::limit_capacities(random, grid.platform);
        }
        limit_flows(random, grid.platform);
        const Request asked = request(Bytes(1 << 20), test::random_int(random, 0, grid.placement.num_processes() - 1));
        const Task task(grid.platform, grid.placement, asked);
        const int segments = test::random_int(random, 1, 4);
        for (const strategy::TunedStrategy& tuned : pipeline_strategies(task)) {
            for (const bool is_star : {false, true}) {
                plan::Tree one = tree_through(task, is_star, tuned, plan::Exit::kCoordinator, Bytes(16 << 10));
                FlowsOfLinks flows;
                for (const plan::ClusterSend& send : one.cluster_sends) {
                    flows[{send.from, send.to}] = test::random_int(random, 1, 4);
                }
                plan::Tree several = one;
                several.shape = plan::Shape::kTrees;
                several.period = period_of(task, {{segments, one.cluster_sends}}, one.block, one.local, flows);
                several.cluster_sends.clear();
                if (!several.period.empty()) {
                    const Seconds least = task.least_over({{segments, one.cluster_sends}}, several,
                                                          PipelineTimes::InTheWay::kWhatFlowsShare);
                    EXPECT_LE(least.value(), kOfOrder * task.pipeline_time(several).value())
                        << "seed " << seed << ", " << strategy::to_text(tuned) << (is_star ? ", a star" : ", a chain");
                    ++looked_at;
                }
            }
        }
    }
    EXPECT_GT(looked_at, 500);
}

/// From the task's root, each cluster fed by one of those that the tree has reached.
plan::ClusterTree random_tree(std::mt19937_64& random, const Task& task) {
    plan::ClusterTree tree{test::random_int(random, 1, 3), {}};
    std::vector<int> others(task.members.begin() + 1, task.members.end());
    std::shuffle(others.begin(), others.end(), random);
    std::vector<int> reached{task.members.front()};
    for (const int cluster : others) {
        const int from = test::random_int(random, 0, static_cast<int>(reached.size()) - 1);
        tree.sends.push_back({reached[static_cast<std::size_t>(from)], cluster});
        reached.push_back(cluster);
    }
    return tree;
}

TEST(PipelineTimes, OverSeveralTreesAreNotLessThanTheLeastAndNotMuchMore) {
    constexpr double kOfOrder = 1.02;  // who is served first
    std::vector<double> parts;         // the least, of the estimate
    for (int seed = 0; seed < 60; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(1300 + seed));
        test::Grid grid = test::random_grid(random, {.clusters = 6, .hosts = 5, .processes = 2});
        if (seed % 2 == 1) {
            test::limit_capacities(random, grid.platform);
        }
        const Request asked = request(Bytes(4 << 20), test::random_int(random, 0, grid.placement.num_processes() - 1));
        const Task task(grid.platform, grid.placement, asked);
        ClusterTrees trees;
        for (int tree = test::random_int(random, 1, 4); tree > 0; --tree) {
            trees.push_back(random_tree(random, task));
        }
        for (const strategy::TunedStrategy& tuned : pipeline_strategies(task)) {
            plan::Tree several = tree_through(task, false, tuned, plan::Exit::kCoordinator, Bytes(32 << 10));
            several.shape = plan::Shape::kTrees;
            several.cluster_sends.clear();
            several.period = period_of(task, trees, several.block, several.local);
            if (!several.period.empty()) {
                parts.push_back(task.least_over(trees, several, PipelineTimes::InTheWay::kEverything) /
                                task.pipeline_time(several));
                EXPECT_LE(parts.back(), kOfOrder) << "seed " << seed << ", " << strategy::to_text(tuned);
            }
        }
    }
    std::sort(parts.begin(), parts.end());
    ASSERT_GT(parts.size(), 200U);
    EXPECT_GT(parts[parts.size() / 2], 0.9) << "half are near";
    EXPECT_GT(parts.front(), 0.6) << "what the trees' first segments cost each other";
}

TEST(PipelineTimes, OfATreeDoNotDependOnWhatWasAskedBefore) {
    const test::Grid grid = four_unequal_sites();
    const Request asked = request(Bytes(1 << 20), 2);
    const Task task(grid.platform, grid.placement, asked);
    const strategy::TunedStrategy tuned = pipeline_strategies(task).front();
    const plan::Tree chain = tree_through(task, false, tuned, plan::Exit::kCoordinator, Bytes(16 << 10));
    const plan::Tree star = tree_through(task, true, tuned, plan::Exit::kCoordinator, Bytes(32 << 10));
    const Seconds first = task.pipeline_time(chain);
    (void)task.pipeline_time(star);
    EXPECT_EQ(task.pipeline_time(chain), first);
    const Task other(task, asked);
    EXPECT_EQ(other.pipeline_time(chain), first);
}

}  // namespace
}  // namespace causeway::planner
