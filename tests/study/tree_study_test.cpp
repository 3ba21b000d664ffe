/// The study of broadcast trees: below the bound, reproducible, and in the order that the source found.
#include "causeway/study/tree_study.hpp"

#include "causeway/base/error.hpp"
#include "causeway/study/random_graphs.hpp"
#include "causeway/study/tree_goals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace causeway::study {
namespace {

using graph::PortModel;
using testing::ElementsAre;

const ThreadTeam kOneThread{1, nullptr};
constexpr std::array kPortModels{PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort};
/// Additions in another order.
constexpr double kRounding = 1.0 + 1e-9;

TreeStudy small_study(std::string_view heuristics) {
    TreeStudy study;
    study.nodes = {5, 8};
    study.densities = {0.1, 0.5};
    study.runs = 3;
    study.heuristics = tree_heuristics_named(heuristics, "test");
    study.packings = {};
    study.steps = 2000;
    return study;
}

TEST(TreeComparison, NothingExceedsTheBoundUnderAnyPortModel) {
    for (const int nodes : {1, 2, 7, 12}) {
        base::Random random(static_cast<std::uint64_t>(nodes));
        const graph::Graph graph = random_graph({.nodes = nodes, .density = 0.3}, random);
        for (const PortModel model : kPortModels) {
            const graph::Resources resources(graph, model);
            const TreeComparison comparison = compare(
                graph, resources, nodes / 2,
                {.heuristics = tree_heuristics_named("all", "test"), .packings = {1, 3}, .effort = {}, .progress = {}});
            for (const TreeAnswer& answer : comparison.trees) {
                EXPECT_LE(answer.throughput, comparison.bound.throughput * kRounding) << answer.heuristic->name;
                EXPECT_EQ(answer.throughput, tree::throughput(resources, answer.edges));
                EXPECT_GT(answer.ratio, 0.0);
                EXPECT_LE(answer.ratio, kRounding);
            }
            ASSERT_EQ(comparison.packings.size(), 2U);
            EXPECT_LE(comparison.packings[0].packing.trees.size(), 1U);
            EXPECT_LE(comparison.packings[1].packing.trees.size(), 3U);
            EXPECT_LE(comparison.packings[0].ratio, comparison.packings[1].ratio);
            EXPECT_LE(comparison.packings[1].ratio, kRounding);
        }
    }
}

TEST(TreeComparison, OfASingleNodeLosesNothing) {
    const graph::Graph graph{.name = "alone", .nodes = {"p0"}, .edges = {}, .send_time = {}, .shared = {}, .slice = {}};
    const TreeComparison comparison =
        compare(graph, graph::Resources(graph, PortModel::kOnePort), 0,
                {.heuristics = tree_heuristics_named("all", "test"), .packings = {1, 2}, .effort = {}, .progress = {}});
    EXPECT_TRUE(std::isinf(comparison.bound.throughput));
    for (const TreeAnswer& answer : comparison.trees) {
        EXPECT_EQ(answer.ratio, 1.0);
    }
    EXPECT_EQ(comparison.packings.back().ratio, 1.0);
}

TEST(TreeComparison, TellsHowFarItIs) {
    base::Random random(1);
    const graph::Graph graph = random_graph({.nodes = 4, .density = 0.5}, random);
    std::vector<double> told;
    (void)compare(graph, graph::Resources(graph, PortModel::kOnePort), 0,
                  {.heuristics = tree_heuristics_named("growing,simple-pruning", "test"),
                   .packings = {1},
                   .effort = {},
                   .progress = [&](double share) { told.push_back(share); }});
    EXPECT_THAT(told, ElementsAre(0.25, 0.5, 0.75, 1.0));
}

TEST(TreeHeuristics, AreNamedInAListEachOnce) {
    const auto named = tree_heuristics_named("growing,local-search,growing", "test");
    ASSERT_EQ(named.size(), 2U);
    EXPECT_EQ(named[0]->name, "growing");
    EXPECT_EQ(named[1]->name, "local-search");
    EXPECT_EQ(tree_heuristics_named("all", "test").size(), tree::heuristics().members().size());
    EXPECT_THROW((void)tree_heuristics_named("growing,", "test"), base::InputError);
}

TEST(TreeCounts, ArePowersOfTwoAndTheLast) {
    EXPECT_THAT(tree_counts_up_to(1), ElementsAre(1));
    EXPECT_THAT(tree_counts_up_to(6), ElementsAre(1, 2, 4, 6));
    EXPECT_THAT(tree_counts_up_to(8), ElementsAre(1, 2, 4, 8));
}

TEST(TreeStudy, IsTheSameForASeedHoweverManyThreads) {
    TreeStudy study = small_study("growing,local-search");
    const std::vector<TreeRow> alone = run(study, kOneThread);
    const std::vector<TreeRow> together = run(study, {3, nullptr});
    study.seed = 2;
    const std::vector<TreeRow> other = run(study, kOneThread);
    ASSERT_EQ(alone.size(), 4U);
    for (std::size_t row = 0; row < alone.size(); ++row) {
        for (std::size_t h = 0; h < 2; ++h) {
            EXPECT_EQ(alone[row].heuristics[h].mean, together[row].heuristics[h].mean);
            EXPECT_EQ(alone[row].heuristics[h].deviation, together[row].heuristics[h].deviation);
            EXPECT_EQ(alone[row].heuristics[h].least, together[row].heuristics[h].least);
        }
        EXPECT_NE(alone[row].mean_density * alone[row].heuristics[0].mean,
                  other[row].mean_density * other[row].heuristics[0].mean);
    }
}

TEST(TreeStudy, OfOneKindIsTheRowOfAStudyOfMany) {
    TreeStudy study = small_study("growing,binomial");
    const std::vector<TreeRow> many = run(study, kOneThread);
    study.nodes = {8};
    study.densities = {0.5};
    study.heuristics = tree_heuristics_named("binomial", "test");
    const std::vector<TreeRow> one = run(study, kOneThread);
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].heuristics[0].mean, many[3].heuristics[1].mean);
}

TEST(TreeStudy, RowsRiseByNodesAndSummariesFit) {
    TreeStudy study = small_study("growing");
    study.packings = {1, 2};
    const std::vector<TreeRow> rows = run(study, kOneThread);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].nodes, 5);
    EXPECT_EQ(rows[3].nodes, 8);
    EXPECT_EQ(rows[1].density, 0.5);
    for (const TreeRow& row : rows) {
        EXPECT_GE(row.mean_density, 2.0 / row.nodes - 1e-12) << "connected";
        for (const RatioSummary& summary : {row.heuristics[0], row.packings[0], row.packings[1]}) {
            EXPECT_GE(summary.deviation, 0.0);
            EXPECT_LE(summary.least, summary.mean);
            EXPECT_LE(summary.mean, kRounding);
        }
        EXPECT_GE(row.packings[0].mean, row.heuristics[0].mean);
    }
    study.runs = 1;
    EXPECT_EQ(run(study, kOneThread)[0].heuristics[0].deviation, 0.0);
}

TEST(TreeStudy, FindsTheOrderThatTheSourceFound) {
    TreeStudy study = small_study("simple-pruning,refined-pruning,growing,lp-growing,binomial");
    study.nodes = {30};
    study.densities = {0.2};
    study.runs = 6;
    const TreeRow dense = run(study, {2, nullptr})[0];
    EXPECT_LT(dense.heuristics[4].mean, dense.heuristics[0].mean) << "binomial below simple pruning";
    for (const std::size_t advanced : {1U, 2U, 3U}) {
        EXPECT_LT(dense.heuristics[0].mean, dense.heuristics[advanced].mean) << "simple pruning below the others";
    }
    study.nodes = {10};
    study.densities = {0.04};
    EXPECT_GT(run(study, {2, nullptr})[0].heuristics[2].mean, 0.9) << "small platforms are near the optimum";
}

TEST(TreeStudy, LocalSearchIsATenthAboveTheSourcesBest) {
    TreeStudy study = small_study("all");
    study.nodes = {30};
    study.densities = {0.2};
    study.runs = 6;
    study.steps = tree::TreeEffort::kUsualSteps;
    const TreeRow row = run(study, {2, nullptr})[0];
    double searched = 0.0;
    double best_of_others = 0.0;
    for (std::size_t h = 0; h < study.heuristics.size(); ++h) {
        double& value = study.heuristics[h]->searches ? searched : best_of_others;
        value = std::max(value, row.heuristics[h].mean);
    }
    EXPECT_GE(searched, best_of_others + 0.10);
}

TEST(TreeStudy, TiersPlatformsAreOneKind) {
    TreeStudy study = small_study("growing,binomial");
    study.platform = tree_platform_named("tiers-30", "test");
    const std::vector<TreeRow> rows = run(study, kOneThread);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].nodes, 30);
    EXPECT_EQ(rows[0].density, rows[0].mean_density);
    EXPECT_GT(rows[0].heuristics[0].mean, rows[0].heuristics[1].mean);
}

TEST(TreeStudy, WhatMakesNoStudyIsRefused) {
    const auto refused = [](auto change) {
        TreeStudy study = small_study("growing");
        change(study);
        EXPECT_THROW((void)run(study, kOneThread), base::InputError);
    };
    refused([](TreeStudy& study) { study.runs = 0; });
    refused([](TreeStudy& study) { study.steps = -1; });
    refused([](TreeStudy& study) { study.heuristics.clear(); });
    refused([](TreeStudy& study) { study.packings = {0}; });
    refused([](TreeStudy& study) { study.nodes.clear(); });
    refused([](TreeStudy& study) { study.densities.clear(); });
    refused([](TreeStudy& study) { study.densities = {1.5}; });
    refused([](TreeStudy& study) { study.nodes = {0}; });
    EXPECT_THROW((void)tree_platform_named("moon", "test"), base::InputError);
}

TEST(TreeCurves, AverageAllRowsOfOneAbscissa) {
    std::vector<TreeRow> rows(4);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        rows[r].nodes = r < 2 ? 10 : 20;
        rows[r].density = r % 2 == 0 ? 0.2 : 0.1;
        rows[r].heuristics = {{.mean = static_cast<double>(r), .deviation = 0.0, .least = 0.0, .ratios = {}}};
    }
    const auto first = [](const TreeRow& row) { return row.heuristics[0]; };
    const std::vector<TreeCurvePoint> nodes = curve_over(TreeFigureAxis::kNodes, rows, first);
    ASSERT_EQ(nodes.size(), 2U);
    EXPECT_EQ(nodes[0].at, 10.0);
    EXPECT_EQ(nodes[0].ratio, 0.5);
    EXPECT_EQ(nodes[1].ratio, 2.5);
    const std::vector<TreeCurvePoint> densities = curve_over(TreeFigureAxis::kDensity, rows, first);
    ASSERT_EQ(densities.size(), 2U);
    EXPECT_EQ(densities[0].at, 0.1);
    EXPECT_EQ(densities[0].ratio, 2.0);
    EXPECT_EQ(densities[1].ratio, 1.0);
}

TEST(TreeGoals, CountThePlatformsThatReachThem) {
    TreeStudy study;
    study.packings = {2, 8};
    const auto with_eight_trees = [](double density, std::vector<double> ratios) {
        TreeRow row;
        row.density = density;
        row.packings.resize(2);
        row.packings[1].least = *std::min_element(ratios.begin(), ratios.end());
        row.packings[1].ratios = std::move(ratios);
        return row;
    };
    const std::vector<TreeRow> rows{with_eight_trees(0.1, {1.0, 0.97}), with_eight_trees(0.2, {0.96, 0.99}),
                                    with_eight_trees(0.1, {0.969, 1.0})};
    const std::vector<GoalResult> results = goals_of(study, rows);
    ASSERT_EQ(results.size(), 1U) << "4 trees were not asked for";
    EXPECT_EQ(results[0].goal.most_trees, 8);
    EXPECT_EQ(results[0].all.platforms, 6);
    EXPECT_EQ(results[0].all.reached, 4);
    EXPECT_EQ(results[0].all.least, 0.96);
    EXPECT_EQ(results[0].worst.density, 0.2);
    ASSERT_EQ(results[0].by_density.size(), 2U);
    EXPECT_EQ(results[0].by_density[0].platforms, 4);
    EXPECT_EQ(results[0].by_density[0].reached, 3);
    EXPECT_EQ(results[0].by_density[1].least, 0.96);
    EXPECT_TRUE(goals_of(study, {}).empty());
}

}  // namespace
}  // namespace causeway::study
