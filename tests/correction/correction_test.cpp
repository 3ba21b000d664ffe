/// Which figures are found wrong by what calls show.
#include "causeway/correction/correction.hpp"

#include "causeway/correction/predicted_paces.hpp"
#include "tests/correction/paces.hpp"
#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

namespace causeway::correction {
namespace {

using Kind = Figure::Kind;
using scheme::Operation;

constexpr Bytes kLong{4 << 20};

plan::Plan best_plan(const test::Grid& grid, Operation operation) {
    return planner::best_of_ours(
               planner::decide(grid.platform, grid.placement, {.operation = operation, .message = kLong}))
        .plan;
}

/// What a network of these figures shows of calls by the plan.
SeenCalls seen_on(const test::Grid& grid, const plan::Plan& plan) {
    return {plan, paces_on(grid, plan), 3};
}

TEST(Correction, NothingIsWrongOfWhatIsAsPredicted) {
    const test::Grid grid = planner::four_unequal_sites();
    for (const Operation operation : {Operation::kBroadcast, Operation::kReduce, Operation::kAllreduce}) {
        const SeenCalls seen = seen_on(grid, best_plan(grid, operation));
        EXPECT_FALSE(seen.paces.empty()) << scheme::name_of(operation);
        EXPECT_TRUE(corrections(grid.platform, grid.placement, std::span(&seen, 1), Links::kByFile).empty());
    }
}

TEST(Correction, ASlowLinkIsFoundByOneBroadcast) {
    const test::Grid believed = planner::four_unequal_sites();
    const plan::Plan plan = best_plan(believed, Operation::kBroadcast);
    for (const Pace& way : paces_on(believed, plan)) {
        test::Grid real = believed;
        const Figure slow{Kind::kLink, way.from, way.to};
        real.platform = corrected(believed.platform, {{slow, 6.0}});
        const SeenCalls seen = seen_on(real, plan);
        const Factors found = corrections(believed.platform, believed.placement, std::span(&seen, 1), Links::kByFile);
        test::Grid after = believed;
        after.platform = corrected(believed.platform, found);
        const std::vector<Pace> explained = paces_on(after, plan);
        for (std::size_t i = 0; i < explained.size(); ++i) {
            EXPECT_NEAR(explained[i].pace.value(), seen.paces[i].pace.value(), 0.3 * seen.paces[i].pace.value());
        }
        EXPECT_TRUE(casts_doubt(found));
    }
}

TEST(Correction, WaysThatWaitForSlowerOnesShowNothing) {
    const test::Grid grid = planner::four_unequal_sites();
    for (const Operation operation : {Operation::kBroadcast, Operation::kReduce, Operation::kAllreduce}) {
        const plan::Plan plan = best_plan(grid, operation);
        const std::vector<PredictedPace> predicted = predicted_paces(grid.platform, grid.placement, plan);
        double slowest = 0.0;
        for (const PredictedPace& one : predicted) {
            slowest = std::max(slowest, one.share * one.pace.pace.value());
        }
        SeenCalls seen{plan, {}, 3};
        for (const PredictedPace& one : predicted) {
            seen.paces.push_back({one.pace.from, one.pace.to, SecondsPerByte(slowest / one.share)});
        }
        EXPECT_TRUE(corrections(grid.platform, grid.placement, std::span(&seen, 1), Links::kByFile).empty())
            << scheme::name_of(operation);
    }
}

TEST(Correction, WhatIsFasterThanBelievedIsRaisedToWhatWasSeen) {
    const test::Grid real = planner::four_unequal_sites();
    for (int to = 0; to < real.platform.num_clusters(); ++to) {
        test::Grid believed = real;
        Factors slow{{{Kind::kDownlink, to, to}, 4.0}};
        for (int from = 0; from < real.platform.num_clusters(); ++from) {
            if (from != to) {
                slow.emplace(Figure{Kind::kUplink, from, from}, 1.3);
                slow.emplace(Figure{Kind::kLink, from, to}, 1.3);
            }
        }
        believed.platform = corrected(real.platform, slow);
        const SeenCalls seen = seen_on(real, best_plan(believed, Operation::kReduce));
        const Factors found = corrections(believed.platform, believed.placement, std::span(&seen, 1), Links::kByFile);
        for (const auto& [figure, factor] : found) {
            EXPECT_LT(rate_of(corrected(believed.platform, {{figure, factor}}), figure).value(),
                      1.15 * rate_of(real.platform, figure).value())
                << text_of(figure, real.platform) << " where the downlink of cluster " << to << " is slow";
        }
    }
}

TEST(Correction, CallsThatAreTooShortShowNothing) {
    const test::Grid grid = planner::four_unequal_sites();
    plan::Plan plan = best_plan(grid, Operation::kBroadcast);
    EXPECT_TRUE(shows_paces(plan));
    plan.message = Bytes(64 << 10);
    EXPECT_FALSE(shows_paces(plan));
    plan.message = kLong;
    plan.scheme = nullptr;
    EXPECT_FALSE(shows_paces(plan));
}

TEST(Correction, OfAPlanTheLastCallsCount) {
    const test::Grid grid = planner::four_unequal_sites();
    std::vector<SeenCalls> seen;
    plan::Plan plan = best_plan(grid, Operation::kBroadcast);
    remember(seen, {plan, {}, 1});
    remember(seen, {plan, {}, 7});
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen.front().calls, 7);
    for (int root = 0; root < 10; ++root) {
        plan.root = root;
        remember(seen, {plan, {}, 1});
    }
    EXPECT_EQ(seen.size(), 4U);
    EXPECT_EQ(seen.back().plan.root, 9);
}

TEST(Correction, OnlyWhatIsFarOffCastsDoubt) {
    const Figure figure{Kind::kLink, 0, 1};
    EXPECT_FALSE(casts_doubt(Factors{}));
    EXPECT_FALSE(casts_doubt(Factors{{figure, 1.3}}));
    EXPECT_TRUE(casts_doubt(Factors{{figure, 0.5}}));
    EXPECT_TRUE(casts_doubt(Seconds(2.0), Seconds(1.0)));
    EXPECT_FALSE(casts_doubt(Seconds(1.0), Seconds(2.0)));
    EXPECT_FALSE(casts_doubt(Seconds::infinity(), Seconds(2.0)));
}

}  // namespace
}  // namespace causeway::correction
