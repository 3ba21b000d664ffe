/// Summaries of repeated measurements.
#include "causeway/statistics/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include <random>
#include <vector>

namespace causeway::statistics {
namespace {

/// n values of which the k-th smallest is k, in an order that is not sorted.
std::vector<double> ranks(std::size_t n) {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) {
        values.push_back(static_cast<double>(i % 2 == 0 ? n - i / 2 : (i + 1) / 2));
    }
    return values;
}

TEST(Median, IsTheMiddleOrTheMeanOfTheTwoMiddleValues) {
    EXPECT_EQ(median({7.0}), 7.0);
    EXPECT_EQ(median({3.0, 1.0}), 2.0);
    EXPECT_EQ(median({9.0, 1.0, 2.0}), 2.0);
    EXPECT_EQ(median({9.0, 1.0, 2.0, 4.0}), 3.0);
}

TEST(Summarise, OneValueIsItsOwnInterval) {
    const Summary summary = summarise({4.0});
    EXPECT_EQ(summary.count, 1U);
    EXPECT_EQ(summary.minimum, 4.0);
    EXPECT_EQ(summary.median, 4.0);
    EXPECT_EQ(summary.maximum, 4.0);
    EXPECT_EQ(summary.median_low, 4.0);
    EXPECT_EQ(summary.median_high, 4.0);
    EXPECT_EQ(summary.outliers, 0U);
}

TEST(Summarise, IntervalsHaveTheRanksOfTheBinomialTable) {
    // Ranks of the 95 % interval of a median, as tables of order statistics list them (Conover, Practical
    // Nonparametric Statistics; Le Boudec, Performance Evaluation, appendix A).
    struct Row {
        std::size_t n;
        double low;
    };
    for (const Row row : {Row{6, 1}, Row{8, 1}, Row{9, 2}, Row{11, 2}, Row{12, 3}, Row{15, 4}, Row{20, 6}, Row{25, 8},
                          Row{30, 10}, Row{50, 18}, Row{70, 27}, Row{100, 40}}) {
        const Summary summary = summarise(ranks(row.n));
        EXPECT_EQ(summary.median_low, row.low) << row.n;
        EXPECT_EQ(summary.median_high, static_cast<double>(row.n) + 1.0 - row.low) << row.n;
    }
}

TEST(Summarise, FewerThanSixValuesGiveTheWholeRange) {
    for (std::size_t n = 2; n < 6; ++n) {
        const Summary summary = summarise(ranks(n));
        EXPECT_EQ(summary.median_low, 1.0) << n;
        EXPECT_EQ(summary.median_high, static_cast<double>(n)) << n;
    }
}

TEST(Summarise, IntervalsOfLargeSamplesLieCloseAroundTheMedian) {
    // The normal approximation: ranks n/2 +- 1.96 sqrt(n)/2, to within one rank.
    for (const std::size_t n : {1000U, 1074U, 1075U, 1100U, 10000U}) {
        const Summary summary = summarise(ranks(n));
        const double middle = 0.5 * (static_cast<double>(n) + 1.0);
        const double half_width = 0.98 * std::sqrt(static_cast<double>(n));
        EXPECT_NEAR(summary.median_low, middle - half_width, 1.0) << n;
        EXPECT_NEAR(summary.median_high, middle + half_width, 1.0) << n;
    }
}

TEST(Summarise, IntervalsCoverTheTrueMedianInNineteenOfTwentySamples) {
    // Uniform on [0, 1): the median is 1/2. Of 4000 samples at least 95 % cover it, less three standard
    // errors of such a count.
    std::mt19937_64 random(20240501);
    for (const int n : {6, 7, 12, 25}) {
        int covered = 0;
        constexpr int kSamples = 4000;
        for (int s = 0; s < kSamples; ++s) {
            std::vector<double> sample;
            for (int i = 0; i < n; ++i) {
                sample.push_back(static_cast<double>(random() >> 11U) * 0x1p-53);
            }
            const Summary summary = summarise(sample);
            covered += summary.median_low <= 0.5 && 0.5 <= summary.median_high ? 1 : 0;
        }
        const double standard_error = std::sqrt(0.95 * 0.05 / kSamples);
        EXPECT_GE(covered, (0.95 - 3.0 * standard_error) * kSamples) << n;
    }
}

TEST(Summarise, OutliersAreCountedAndDoNotMoveTheMedian) {
    const Summary summary = summarise({10.0, 11.0, 9.0, 10.5, 9.5, 1e6, 10.0});
    EXPECT_EQ(summary.median, 10.0);
    EXPECT_EQ(summary.outliers, 1U);
    EXPECT_EQ(summary.maximum, 1e6);
    EXPECT_EQ(summarise({1.0, 2.0, 3.0, 4.0, 5.0}).outliers, 0U);
    EXPECT_EQ(summarise({5.0, 5.0, 5.0, 5.0}).outliers, 0U);
}

}  // namespace
}  // namespace causeway::statistics
