/// The choice of a plan: what it promises whatever the grid.
#include "decisions.hpp"

#include "causeway/planner/crossover.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/planner/tree_candidates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <string>

namespace causeway::planner {
namespace {

using ::testing::HasSubstr;

constexpr Bytes kSizes[] = {Bytes(1), Bytes(1000), Bytes(64 << 10), Bytes(1 << 20)};
constexpr Bytes kTooLarge{std::int64_t{3} << 30U};

TEST(Planner, EveryCandidateIsABroadcastAndSlowerThanTheBound) {
    std::mt19937_64 random(51);
    for (int round = 0; round < 12; ++round) {
        const test::Grid grid = test::random_grid(random);
        for (int root = 0; root < grid.placement.num_processes(); ++root) {
            const Request asked = request(kSizes[random() % std::size(kSizes)], root);
            SCOPED_TRACE(testing::Message()
                         << "round " << round << " root " << root << " bytes " << asked.message.value());
            expect_sound(decide(grid, asked), grid, asked);
        }
    }
}

TEST(Planner, DecidesTheSameEveryTime) {
    std::mt19937_64 random(52);
    for (int round = 0; round < 20; ++round) {
        const test::Grid grid = test::random_grid(random);
        const Request asked = request(kSizes[random() % std::size(kSizes)],
                                      test::random_int(random, 0, grid.placement.num_processes() - 1));
        const Decision first = decide(grid, asked);
        const test::Grid copy = grid;
        const Decision second = decide(copy, asked);
        ASSERT_EQ(first.ranking.size(), second.ranking.size());
        for (std::size_t i = 0; i < first.ranking.size(); ++i) {
            EXPECT_EQ(first.ranking[i].plan, second.ranking[i].plan);
            EXPECT_EQ(first.ranking[i].time, second.ranking[i].time);
        }
        EXPECT_EQ(first.reason, second.reason);
    }
}

TEST(Planner, NoPlanStandsTwiceInARanking) {
    std::mt19937_64 random(53);
    for (int round = 0; round < 30; ++round) {
        const test::Grid grid = test::random_grid(random);
        const Decision decision = decide(grid, request(kSizes[random() % std::size(kSizes)]));
        for (std::size_t i = 0; i < decision.ranking.size(); ++i) {
            for (std::size_t j = i + 1; j < decision.ranking.size(); ++j) {
                if (is_native(decision.ranking[i]) || is_native(decision.ranking[j])) {
                    continue;
                }
                Plan other = decision.ranking[j].plan;
                other.trees.front().order = tree_of(decision.ranking[i]).order;  // who proposed it makes no difference
                EXPECT_NE(decision.ranking[i].plan, other);
            }
        }
    }
}

TEST(Planner, TheChoiceIsTheFastestThatWasSimulated) {
    std::mt19937_64 random(54);
    for (int round = 0; round < 30; ++round) {
        const test::Grid grid = test::random_grid(random);
        const Decision decision = decide(grid, request(kSizes[random() % std::size(kSizes)]));
        Seconds previous(0.0);
        for (const Candidate& candidate : decision.ranking) {
            if (candidate.basis == Basis::kSimulated && !is_native(candidate)) {
                EXPECT_GE(candidate.time, previous);
                previous = candidate.time;
            }
        }
    }
}

TEST(Planner, NoPlanThatWasNotSimulatedPromisesMoreThanTheChoice) {
    std::mt19937_64 random(61);
    for (int round = 0; round < 30; ++round) {
        const test::Grid grid = test::random_grid(random);
        const Decision decision = decide(grid, request(kSizes[random() % std::size(kSizes)]));
        const Candidate& best = best_of_ours(decision);
        if (best.basis != Basis::kSimulated) {
            continue;  // too much to simulate
        }
        for (const Candidate& candidate : decision.ranking) {
            if (!is_native(candidate)) {
                EXPECT_GE(candidate.time, best.time) << plan::describe(candidate.plan, grid.platform);
            }
        }
    }
}

TEST(Planner, WholeMessagesPayForTheirDeliveryAndAPipelineThatDoesNotIsChosen) {
    // A route of few bytes a second in its gaps, where whole messages are on their way for long: 15 ms for 32 KiB.
    test::Grid grid = three_sites();
    for (platform::Link& link : grid.platform.links) {
        link.plogp->delivery = statistics::PiecewiseLinear({{0.0, 5e-3}, {4096.0, 5.3e-3}, {32768.0, 20e-3}});
    }
    const Decision decision = decide(grid, request(Bytes(32 << 10)));
    const Candidate& best = best_of_ours(decision);
    EXPECT_NE(tree_of(best).shape, Shape::kTwoLevel) << plan::describe(best.plan, grid.platform);
    EXPECT_LT(best.time, Seconds(20e-3));
}

TEST(Planner, ClosedFormsCountWhatHappensInsideHosts) {
    test::Grid grid = three_sites();
    grid.platform.clusters[2].within_host = test::affine_plogp(1e-3, 1e-4, 1e8);
    const Request asked = request(Bytes(1000));
    const Seconds alone = two_level_candidates(Task(grid.platform, grid.placement, asked)).front().time;
    constexpr int kProcessesOfHost = 16;  // of each host of the last site
    grid.placement = {{0, 1, 2, 3, 4, 5}, {0, 0, 0, 1, 1, 1, 2, 2, 2}};
    for (int process = 0; process < 3 * kProcessesOfHost; ++process) {
        grid.placement.host_of.push_back(6 + process % 3);
    }
    const Task task(grid.platform, grid.placement, asked);
    for (const TreeCandidate& candidate : two_level_candidates(task)) {
        EXPECT_GE(candidate.time, alone + Seconds(1e-3));
        const Seconds simulated = simulated_time(candidate.tree, grid.placement, task.model);
        EXPECT_NEAR(candidate.time.value(), simulated.value(), 0.1 * simulated.value()) << candidate.tree.order;
    }
}

TEST(Planner, OneHostNeedsNoPlan) {
    test::Grid grid = one_cluster(1);
    grid.placement = {{0, 0, 0}, {0}};
    const Decision decision = decide(grid, request(Bytes(1 << 20), 2));
    EXPECT_TRUE(is_native(decision.choice()));
    EXPECT_THAT(decision.reason, HasSubstr("one host"));
}

TEST(Planner, NothingToSendNeedsNoPlan) {
    const Decision decision = decide(three_sites(), request(Bytes(0)));
    EXPECT_TRUE(is_native(decision.choice()));
    EXPECT_THAT(decision.reason, HasSubstr("nothing to send"));
}

TEST(Planner, WhatThePlatformDoesNotJoinIsLeftToTheLibrary) {
    test::Grid grid = three_sites();
    std::erase_if(grid.platform.links, [](const platform::Link& link) { return link.from == 2 || link.to == 2; });
    for (const bool forced : {false, true}) {
        Request asked = request(Bytes(1 << 20));
        if (forced) {
            asked.forced = parse_forced("flat_tree", scheme::Operation::kBroadcast, "test");
        }
        const Decision decision = decide(grid, asked);
        EXPECT_EQ(decision.ranking.size(), 1U);
        EXPECT_TRUE(is_native(decision.choice()));
        EXPECT_THAT(decision.reason, HasSubstr("does not join"));
    }
}

TEST(Planner, HostsWithoutFiguresBetweenThemAreLeftToTheLibrary) {
    test::Grid grid = three_sites();
    grid.platform.clusters[1].plogp.reset();
    grid.platform.clusters[1].broadcast_time = statistics::PiecewiseLinear(0.01);
    const Decision decision = decide(grid, request(Bytes(1 << 20)));
    EXPECT_EQ(decision.ranking.size(), 1U);
    EXPECT_TRUE(is_native(decision.choice()));
    EXPECT_THAT(decision.reason, HasSubstr("does not join"));
}

TEST(Planner, ALinkThatIsMissingIsGoneRound) {
    test::Grid grid = three_sites();
    std::erase_if(grid.platform.links, [](const platform::Link& link) { return link.from == 0 && link.to == 2; });
    const Request asked = request(Bytes(1 << 20));
    const Decision decision = decide(grid, asked);
    EXPECT_FALSE(is_native(decision.choice()));
    EXPECT_THAT(decision.reason, HasSubstr("joined directly"));
    expect_sound(decision, grid, asked);
}

TEST(Planner, LargeMessagesBetweenClustersGoInOnePipelineFromEveryRoot) {
    const test::Grid grid = three_sites();
    for (int root = 0; root < grid.placement.num_processes(); ++root) {
        const Request asked = request(Bytes(4 << 20), root);
        const Decision decision = decide(grid, asked);
        EXPECT_EQ(tree_of(decision.choice()).shape, Shape::kPipeline);
        expect_sound(decision, grid, asked);
        // The message crosses each border once, with a little to fill the pipeline.
        EXPECT_LT(decision.choice().time, 1.3 * bound_of(grid, asked).time);
        EXPECT_EQ(tree_of(decision.choice()).cluster_sends.front().from, grid.placement.cluster_of(root));
    }
}

TEST(Planner, AMeasuredLibraryIsReplacedOnlyForAGain) {
    struct Case {
        test::Grid grid;
        double least_gain;
    };
    for (const Case& one : {Case{three_sites(), 1.10}, Case{one_cluster(5), 1.25}}) {
        const Seconds ours = best_of_ours(decide(one.grid, request(Bytes(1 << 20)))).time;
        Request asked = request(Bytes(1 << 20));
        for (const double gain : {0.5, 1.0, one.least_gain - 0.01}) {
            asked.measured_native = gain * ours;
            const Decision decision = decide(one.grid, asked);
            EXPECT_TRUE(is_native(decision.choice())) << gain;
            EXPECT_EQ(decision.choice().time, *asked.measured_native);
            EXPECT_EQ(decision.choice().basis, Basis::kMeasured);
            EXPECT_THAT(decision.reason, HasSubstr("as measured"));
        }
        for (const double gain : {one.least_gain + 0.01, 3.0}) {
            asked.measured_native = gain * ours;
            const Decision decision = decide(one.grid, asked);
            EXPECT_FALSE(is_native(decision.choice())) << gain;
            EXPECT_EQ(decision.choice().time, ours);
            // The library's own is always among the alternatives.
            EXPECT_TRUE(is_native(decision.ranking[1]));
            EXPECT_THAT(decision.reason, HasSubstr("times faster"));
        }
    }
}

TEST(Planner, AsksOfAPlanWhatItIsToldTo) {
    for (const test::Grid& grid : {three_sites(), one_cluster(5)}) {
        Request asked = request(Bytes(1 << 20));
        const Seconds ours = best_of_ours(decide(grid, asked)).time;
        asked.measured_native = 0.1 * ours;
        asked.least_gain = 0.0;
        EXPECT_FALSE(is_native(decide(grid, asked).choice()));
        asked.measured_native = 3.0 * ours;
        asked.least_gain = 4.0;
        EXPECT_TRUE(is_native(decide(grid, asked).choice()));
    }
}

TEST(Planner, HugeMessagesOverflowNothing) {
    for (const Bytes message : {Bytes(std::int64_t{1} << 31U), kTooLarge, Bytes(std::int64_t{100} << 30U)}) {
        const test::Grid grid = three_sites();
        const Decision decision = decide(grid, request(message));
        const TimeBound bound = bound_of(grid, request(message));
        EXPECT_EQ(tree_of(decision.choice()).shape, Shape::kPipeline);
        for (const Candidate& candidate : decision.ranking) {
            EXPECT_TRUE(std::isfinite(candidate.time.value()));
            EXPECT_GE(candidate.time.value(), bound.time.value() * (1.0 - 1e-9));
            EXPECT_LE(candidate.plan.num_blocks(), 1 << 17);
        }
    }
}

TEST(Planner, AThousandProcessesInOneClusterArePlanned) {
    const test::Grid grid = one_cluster(1000);
    for (const Bytes message : {Bytes(1), Bytes(64 << 10), Bytes(64 << 20)}) {
        Request asked = request(message, 999);
        asked.measured_native = Seconds(1e6);
        const Decision decision = decide(grid, asked);
        EXPECT_FALSE(is_native(decision.choice()));
        EXPECT_NO_THROW((void)plan::compose(decision.choice().plan, grid.placement, 500));
    }
}

TEST(Crossover, LiesWherePipelinesOvertakeWholeMessages) {
    const test::Grid grid = three_sites();
    const std::optional<Bytes> from = pipelines_from(grid.platform, grid.placement, 0);
    ASSERT_TRUE(from);
    const auto is_pipeline = [&](Bytes message) {
        return tree_of(best_of_ours(decide(grid, request(message)))).shape == Shape::kPipeline;
    };
    EXPECT_TRUE(is_pipeline(*from));
    EXPECT_FALSE(is_pipeline(Bytes(static_cast<std::int64_t>(0.94 * static_cast<double>(from->value())))));
    EXPECT_TRUE(is_pipeline(64 * *from));
    EXPECT_EQ(pipelines_from(one_cluster(4).platform, one_cluster(4).placement, 0), std::nullopt);
}

TEST(Planner, FiftyClustersArePlanned) {
    std::mt19937_64 random(55);
    test::Grid grid;
    grid.platform = test::random_platform(random, 50, 3);
    grid.placement = test::scattered(grid.platform, 1, random);
    for (const Bytes message : {Bytes(1), Bytes(1 << 20)}) {
        const Request asked = request(message, grid.placement.num_processes() - 1);
        expect_sound(decide(grid, asked), grid, asked);
    }
}

}  // namespace
}  // namespace causeway::planner
