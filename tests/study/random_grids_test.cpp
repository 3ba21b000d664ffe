/// The study of random grids: what it says does not depend on threads, and it comes to the known means.
#include "causeway/study/random_grids.hpp"

#include "causeway/base/error.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace causeway::study {
namespace {

GridStudy study_of(std::vector<const char*> names) {
    GridStudy study;
    for (const char* name : names) {
        study.heuristics.push_back(&inter_cluster::heuristics().at(name, "test"));
    }
    study.runs = 50;
    study.most_clusters = 5;
    return study;
}

const ThreadTeam kAlone{1, nullptr};

TEST(RandomGrid, DrawsEveryTimeFromItsRange) {
    const GridRanges ranges{{Seconds(1.0), Seconds(2.0)}, {Seconds(5.0), Seconds(5.0)}, {Seconds(0.0), Seconds(0.5)}};
    base::Random random(1);
    const inter_cluster::ClusterProblem problem = random_grid(ranges, 6, random);
    EXPECT_EQ(problem.size(), 6);
    EXPECT_EQ(problem.root, 0);
    for (int i = 0; i < 6; ++i) {
        const Seconds local_time = problem.local_time[static_cast<std::size_t>(i)];
        EXPECT_TRUE(local_time >= Seconds(0.0) && local_time < Seconds(0.5));
        for (int j = 0; j < 6; ++j) {
            if (i == j) {
                EXPECT_EQ(problem.transfer_time(i, j), Seconds::infinity());
            } else {
                EXPECT_EQ(problem.gap(i, j), Seconds(5.0));
                EXPECT_TRUE(problem.latency(i, j) >= Seconds(1.0) && problem.latency(i, j) < Seconds(2.0));
            }
        }
    }
    EXPECT_NE(problem.latency(0, 1), problem.latency(1, 0)) << "directed links are independent";
}

TEST(GridStudy, IsTheSameForASeedHoweverManyThreads) {
    GridStudy study = study_of({"ecef", "search", "optimal"});
    const std::vector<GridRow> alone = run(study, kAlone);
    const std::vector<GridRow> together = run(study, {3, nullptr});
    study.seed = 2;
    const std::vector<GridRow> other = run(study, kAlone);
    ASSERT_EQ(alone.size(), 4U);
    ASSERT_EQ(together.size(), 4U);
    for (std::size_t row = 0; row < alone.size(); ++row) {
        EXPECT_EQ(alone[row].clusters, static_cast<int>(row) + 2);
        for (std::size_t h = 0; h < 3; ++h) {
            EXPECT_EQ(alone[row].results[h].mean, together[row].results[h].mean);
            EXPECT_EQ(alone[row].results[h].standard_error, together[row].results[h].standard_error);
            EXPECT_EQ(alone[row].results[h].hit_rate, together[row].results[h].hit_rate);
            EXPECT_NE(alone[row].results[h].mean, other[row].results[h].mean);
        }
    }
}

TEST(GridStudy, OfOneSizeIsTheRowOfAStudyOfMany) {
    GridStudy study = study_of({"ecef"});
    const std::vector<GridRow> many = run(study, kAlone);
    study.fewest_clusters = 4;
    study.most_clusters = 4;
    EXPECT_EQ(run(study, kAlone).front().results.front().mean, many[2].results.front().mean);
}

TEST(GridStudy, HitsAreSharesOfTheGrids) {
    for (const GridRow& row : run(study_of({"flat", "ecef", "optimal"}), kAlone)) {
        EXPECT_EQ(row.results[2].hit_rate, 1.0) << "nothing is better than the optimum";
        EXPECT_LE(row.results[0].hit_rate, 1.0);
        EXPECT_GE(row.results[0].hit_rate, 0.0);
        EXPECT_LE(row.results[2].mean, row.results[1].mean);
        if (row.clusters == 2) {
            EXPECT_EQ(row.results[0].hit_rate, 1.0) << "two clusters leave no choice";
        }
    }
}

TEST(GridStudy, MeansAreTheKnownOnes) {
    GridStudy study = study_of({"flat", "bottom-up"});
    study.fewest_clusters = 10;
    study.most_clusters = 10;
    study.runs = 4000;
    const GridRow row = run(study, {2, nullptr}).front();
    // Of an implementation independent of this one; four standard errors.
    EXPECT_NEAR(row.results[0].mean.value(), 5.386, 4.0 * row.results[0].standard_error.value());
    EXPECT_NEAR(row.results[1].mean.value(), 3.678, 4.0 * row.results[1].standard_error.value());
    EXPECT_LT(row.results[0].standard_error, Seconds(0.02));
}

TEST(GridStudy, OneClusterTakesItsLocalTimeAndOneRunHasNoSpread) {
    GridStudy study = study_of({"ecef", "search", "optimal"});
    study.fewest_clusters = 1;
    study.most_clusters = 1;
    study.runs = 1;
    const GridRow row = run(study, kAlone).front();
    for (const HeuristicResult& result : row.results) {
        EXPECT_GT(result.mean, Seconds(0.0));
        EXPECT_EQ(result.standard_error, Seconds(0.0));
        EXPECT_EQ(result.hit_rate, 1.0);
    }
}

TEST(GridStudy, WhatMakesNoGridIsRefused) {
    const auto refused = [](auto change) {
        GridStudy study = study_of({"ecef"});
        change(study);
        EXPECT_THROW((void)run(study, kAlone), base::InputError);
    };
    refused([](GridStudy& study) { study.fewest_clusters = 0; });
    refused([](GridStudy& study) { study.most_clusters = 1; });
    refused([](GridStudy& study) { study.runs = 0; });
    refused([](GridStudy& study) { study.steps = -1; });
    refused([](GridStudy& study) { study.heuristics.clear(); });
    refused([](GridStudy& study) { study.ranges.gap.least = Seconds(-1.0); });
    refused([](GridStudy& study) { study.ranges.latency.most = Seconds::infinity(); });
    refused([](GridStudy& study) { study.ranges.local_time.least = Seconds(4.0); });
}

}  // namespace
}  // namespace causeway::study
