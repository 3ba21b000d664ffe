/// The choice of a plan: what it promises whatever the grid.
#include "causeway/planner/planner.hpp"

#include "causeway/base/error.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/schedule/verify.hpp"
#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <string>

namespace causeway::planner {
namespace {

using plan::Plan;
using plan::Shape;
using ::testing::HasSubstr;

constexpr Bytes kSizes[] = {Bytes(1), Bytes(1000), Bytes(64 << 10), Bytes(1 << 20)};
constexpr Bytes kHuge{std::int64_t{3} << 30U};

Request request(Bytes message, int root = 0) {
    Request result;
    result.root = root;
    result.message = message;
    return result;
}

/// Three clusters of three hosts over links of 5 ms and 20 MB/s.
test::Grid three_sites() {
    test::Grid grid;
    for (const char* name : {"a", "b", "c"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.num_hosts = 3;
        cluster.plogp = test::affine_plogp(1e-4, 1e-5, 1e8);
        grid.platform.clusters.push_back(cluster);
    }
    for (int from = 0; from < 3; ++from) {
        for (int to = from + 1; to < 3; ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            link.plogp = test::affine_plogp(5e-3, 2e-5, 2e7);
            grid.platform.links.push_back(link);
        }
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

test::Grid one_cluster(int hosts) {
    test::Grid grid;
    platform::Cluster cluster;
    cluster.name = "a";
    cluster.num_hosts = hosts;
    cluster.plogp = test::affine_plogp(1e-4, 1e-5, 1e8);
    grid.platform.clusters = {cluster};
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

Decision decide(const test::Grid& grid, const Request& asked) {
    return plan_broadcast(grid.platform, grid.placement, asked);
}

/// The best plan of ours in a ranking.
const Candidate& best_of_ours(const Decision& decision) {
    return *std::find_if(decision.ranking.begin(), decision.ranking.end(),
                         [](const Candidate& one) { return one.plan.shape != Shape::kNative; });
}

void expect_sound(const Decision& decision, const test::Grid& grid, const Request& asked) {
    ASSERT_FALSE(decision.ranking.empty());
    EXPECT_FALSE(decision.reason.empty());
    int native = 0;
    for (const Candidate& candidate : decision.ranking) {
        EXPECT_EQ(candidate.plan.root, asked.root);
        EXPECT_EQ(candidate.plan.message, asked.message);
        // The bound and the times are sums of the same figures in different orders: roundings of 1e-16 each, over
        // some thousand terms.
        EXPECT_GE(candidate.time.value(), decision.bound.time.value() * (1.0 - 1e-9))
            << plan::describe(candidate.plan, grid.platform) << ", " << name_of(candidate.basis) << "; "
            << decision.bound.reason;
        if (candidate.plan.shape == Shape::kNative) {
            ++native;
            continue;
        }
        EXPECT_TRUE(std::isfinite(candidate.time.value()));
        EXPECT_NO_THROW(
            schedule::verify(plan::compose(candidate.plan, grid.placement), schedule::broadcast(asked.root)))
            << plan::describe(candidate.plan, grid.platform);
    }
    EXPECT_EQ(native, 1);
}

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
                Plan other = decision.ranking[j].plan;
                other.order = decision.ranking[i].plan.order;  // who proposed it makes no difference
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
            if (candidate.basis == Basis::kSimulated) {
                EXPECT_GE(candidate.time, previous);
                previous = candidate.time;
            }
        }
    }
}

TEST(Planner, OneHostNeedsNoPlan) {
    test::Grid grid = one_cluster(1);
    grid.placement = {{0, 0, 0}, {0}};
    const Decision decision = decide(grid, request(Bytes(1 << 20), 2));
    EXPECT_EQ(decision.choice().plan.shape, Shape::kNative);
    EXPECT_THAT(decision.reason, HasSubstr("one host"));
}

TEST(Planner, NothingToSendNeedsNoPlan) {
    const Decision decision = decide(three_sites(), request(Bytes(0)));
    EXPECT_EQ(decision.choice().plan.shape, Shape::kNative);
    EXPECT_THAT(decision.reason, HasSubstr("nothing to send"));
}

TEST(Planner, WhatThePlatformDoesNotJoinIsLeftToTheLibrary) {
    test::Grid grid = three_sites();
    std::erase_if(grid.platform.links, [](const platform::Link& link) { return link.from == 2 || link.to == 2; });
    for (const bool forced : {false, true}) {
        Request asked = request(Bytes(1 << 20));
        if (forced) {
            asked.forced = parse_forced("flat_tree", "test");
        }
        const Decision decision = decide(grid, asked);
        EXPECT_EQ(decision.ranking.size(), 1U);
        EXPECT_EQ(decision.choice().plan.shape, Shape::kNative);
        EXPECT_THAT(decision.reason, HasSubstr("does not join"));
    }
}

TEST(Planner, HostsWithoutFiguresBetweenThemAreLeftToTheLibrary) {
    test::Grid grid = three_sites();
    grid.platform.clusters[1].plogp.reset();
    grid.platform.clusters[1].broadcast_time = statistics::PiecewiseLinear(0.01);
    const Decision decision = decide(grid, request(Bytes(1 << 20)));
    EXPECT_EQ(decision.ranking.size(), 1U);
    EXPECT_EQ(decision.choice().plan.shape, Shape::kNative);
    EXPECT_THAT(decision.reason, HasSubstr("does not join"));
}

TEST(Planner, ALinkThatIsMissingIsGoneRound) {
    test::Grid grid = three_sites();
    std::erase_if(grid.platform.links, [](const platform::Link& link) { return link.from == 0 && link.to == 2; });
    const Request asked = request(Bytes(1 << 20));
    const Decision decision = decide(grid, asked);
    EXPECT_NE(decision.choice().plan.shape, Shape::kNative);
    EXPECT_THAT(decision.reason, HasSubstr("joined directly"));
    expect_sound(decision, grid, asked);
}

TEST(Planner, LargeMessagesBetweenClustersGoInOnePipelineFromEveryRoot) {
    const test::Grid grid = three_sites();
    for (int root = 0; root < grid.placement.num_processes(); ++root) {
        const Request asked = request(Bytes(4 << 20), root);
        const Decision decision = decide(grid, asked);
        EXPECT_EQ(decision.choice().plan.shape, Shape::kPipeline);
        expect_sound(decision, grid, asked);
        // The message crosses each border once, with a little to fill the pipeline.
        EXPECT_LT(decision.choice().time, 1.3 * decision.bound.time);
        EXPECT_EQ(decision.choice().plan.cluster_sends.front().from, grid.placement.cluster_of(root));
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
            asked.measured.native = gain * ours;
            const Decision decision = decide(one.grid, asked);
            EXPECT_EQ(decision.choice().plan.shape, Shape::kNative) << gain;
            EXPECT_EQ(decision.choice().time, *asked.measured.native);
            EXPECT_EQ(decision.choice().basis, Basis::kMeasured);
            EXPECT_THAT(decision.reason, HasSubstr("as measured"));
        }
        for (const double gain : {one.least_gain + 0.01, 3.0}) {
            asked.measured.native = gain * ours;
            const Decision decision = decide(one.grid, asked);
            EXPECT_NE(decision.choice().plan.shape, Shape::kNative) << gain;
            EXPECT_EQ(decision.choice().time, ours);
            // The library's own is always among the alternatives.
            EXPECT_EQ(decision.ranking[1].plan.shape, Shape::kNative);
            EXPECT_THAT(decision.reason, HasSubstr("times faster"));
        }
    }
}

TEST(Planner, InsideOneClusterALibraryThatWasNotMeasuredStays) {
    const Decision decision = decide(one_cluster(16), request(Bytes(4 << 20)));
    EXPECT_EQ(decision.choice().plan.shape, Shape::kNative);
    EXPECT_EQ(decision.choice().basis, Basis::kEstimated);
    EXPECT_THAT(decision.reason, HasSubstr("not measured"));
}

TEST(Forced, StrategiesAreHonouredWhateverTheSegment) {
    for (const test::Grid& grid : {three_sites(), one_cluster(5)}) {
        for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
            for (const Bytes message : {Bytes(1), Bytes(1000), Bytes(1 << 20), Bytes(64 << 20), kHuge}) {
                for (const std::int64_t segment : {0, 1, 100, 1 << 14, 8 << 20, 1 << 30}) {
                    Request asked = request(message, 1);
                    asked.forced = Forced{{strategy}, segment == 0 ? std::nullopt : std::optional(Bytes(segment))};
                    SCOPED_TRACE(testing::Message() << strategy->name << " " << message.value() << "@" << segment);
                    const Decision decision = decide(grid, asked);
                    const Plan& plan = decision.choice().plan;
                    ASSERT_NE(plan.shape, Shape::kNative);
                    EXPECT_THAT(decision.reason, HasSubstr("asked for"));
                    EXPECT_TRUE(std::isfinite(decision.choice().time.value()));
                    EXPECT_GE(decision.choice().time.value(), decision.bound.time.value() * (1.0 - 1e-9));
                    EXPECT_GE(plan.num_blocks(), 1);
                    EXPECT_LE(plan.num_blocks(), 1 << 17);
                    EXPECT_LE(plan.block, std::min(message, Bytes(1 << 30)));
                    for (const plan::LocalChoice& choice : plan.local) {
                        EXPECT_EQ(choice.between_hosts.strategy, strategy);
                    }
                    // Where the segment asked for makes sense it is the one used.
                    const bool sensible = segment != 0 && Bytes(segment) <= message &&
                                          base::num_parts(message, Bytes(segment)) <= (1 << 17);
                    if (sensible && (plan.shape == Shape::kPipeline || strategy->has_segments())) {
                        EXPECT_EQ(plan.block, Bytes(segment));
                    }
                }
            }
        }
    }
}

TEST(Forced, SmallSegmentsStillMakeABroadcast) {
    const test::Grid grid = three_sites();
    for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        for (const std::int64_t segment : {1, 7, 3000, 5000}) {
            Request asked = request(Bytes(3000), 4);
            asked.forced = Forced{{strategy}, Bytes(segment)};
            expect_sound(decide(grid, asked), grid, asked);
        }
    }
}

TEST(Forced, NativeIsHonoured) {
    Request asked = request(Bytes(1 << 20));
    asked.forced = parse_forced("native", "test");
    const Decision decision = decide(three_sites(), asked);
    EXPECT_EQ(decision.ranking.size(), 1U);
    EXPECT_EQ(decision.choice().plan.shape, Shape::kNative);
    EXPECT_THAT(decision.reason, HasSubstr("asked for"));
}

TEST(Forced, IsReadFromOneWord) {
    EXPECT_EQ(parse_forced("native", "test").tuned.strategy, nullptr);
    for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        const std::string name(strategy->name);
        EXPECT_EQ(parse_forced(name, "test").tuned.strategy, strategy);
        EXPECT_EQ(parse_forced(name, "test").segment, std::nullopt);
        EXPECT_EQ(parse_forced(name + "@16K", "test").segment, Bytes(16 << 10));
    }
    EXPECT_EQ(parse_forced("dary_tree/5@16K", "test").tuned.degree, 5);
}

TEST(Forced, WrongWordsAreAnsweredWithTheKnownOnes) {
    const auto complaint = [](std::string_view text) -> std::string {
        try {
            (void)parse_forced(text, "--strategy");
        } catch (const base::InputError& error) {
            return error.what();
        }
        return "accepted";
    };
    for (const char* word : {"flat_trie", "", "@16K"}) {
        EXPECT_THAT(complaint(word), HasSubstr("--strategy"));
        for (const std::string& name : strategy::broadcast_strategies().names()) {
            EXPECT_THAT(complaint(word), HasSubstr(name));
        }
        EXPECT_THAT(complaint(word), HasSubstr("native"));
    }
    EXPECT_THAT(complaint("flat_tree@0"), HasSubstr("segment"));
    EXPECT_THAT(complaint("flat_tree@"), HasSubstr("--strategy"));
    EXPECT_THAT(complaint("flat_tree@many"), HasSubstr("many"));
}

TEST(Planner, HugeMessagesOverflowNothing) {
    for (const Bytes message : {Bytes(std::int64_t{1} << 31U), kHuge, Bytes(std::int64_t{100} << 30U)}) {
        const test::Grid grid = three_sites();
        const Decision decision = decide(grid, request(message));
        EXPECT_EQ(decision.choice().plan.shape, Shape::kPipeline);
        for (const Candidate& candidate : decision.ranking) {
            EXPECT_TRUE(std::isfinite(candidate.time.value()));
            EXPECT_GE(candidate.time.value(), decision.bound.time.value() * (1.0 - 1e-9));
            EXPECT_LE(candidate.plan.num_blocks(), 1 << 17);
        }
    }
}

TEST(Planner, AThousandProcessesInOneClusterArePlanned) {
    const test::Grid grid = one_cluster(1000);
    for (const Bytes message : {Bytes(1), Bytes(64 << 10), Bytes(64 << 20)}) {
        Request asked = request(message, 999);
        asked.measured.native = Seconds(1e6);
        const Decision decision = decide(grid, asked);
        EXPECT_NE(decision.choice().plan.shape, Shape::kNative);
        EXPECT_NO_THROW((void)plan::compose(decision.choice().plan, grid.placement, 500));
    }
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

TEST(MeasuredNativeTime, IsThatOfTheSameHostsInTheSameOrder) {
    platform::Platform platform;
    platform.native.push_back({"broadcast", {"a", "b"}, statistics::PiecewiseLinear({{0.0, 1.0}, {100.0, 2.0}})});
    EXPECT_EQ(measured_times(platform, "broadcast", {"a", "b"}, Bytes(50)).native, Seconds(1.5));
    EXPECT_EQ(measured_times(platform, "broadcast", {"b", "a"}, Bytes(50)).native, std::nullopt);
    EXPECT_EQ(measured_times(platform, "broadcast", {"a"}, Bytes(50)).native, std::nullopt);
    EXPECT_EQ(measured_times(platform, "reduce", {"a", "b"}, Bytes(50)).native, std::nullopt);
    EXPECT_EQ(measured_times(platform, "broadcast", {"a", "b"}, Bytes(50)).planned, std::nullopt);
    platform.native.front().planned_seconds = statistics::PiecewiseLinear(0.25);
    EXPECT_EQ(measured_times(platform, "broadcast", {"a", "b"}, Bytes(50)).planned, Seconds(0.25));
}

}  // namespace
}  // namespace causeway::planner
