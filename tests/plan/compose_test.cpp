/// Plans become schedules that are broadcasts.
#include "causeway/plan/compose.hpp"

#include "causeway/plan/groups.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/verify.hpp"
#include "tests/support/random_grid.hpp"
#include "tests/support/random_strategy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace causeway::plan {
namespace {

using strategy::BroadcastStrategy;

/// How a message is cut: blocks of the schedule, and the segments inside the clusters as multiples of them.
struct Cut {
    std::int64_t message;
    std::int64_t block;
    std::int64_t segment_blocks;
};

// One block; one byte; a last block that is short; segments that do not divide; a segment beyond the message; nothing.
constexpr Cut kCuts[] = {{1000, 1000, 1}, {1, 1, 1}, {1000, 300, 1},   {1024, 64, 1}, {1024, 64, 3},
                         {1000, 64, 5},   {7, 1, 2}, {1000, 500, 100}, {0, 64, 1}};

/// A random tree of the clusters that take part, in an order in which senders hold the message.
std::vector<ClusterSend> random_tree(const std::vector<ClusterGroup>& groups, std::mt19937_64& random) {
    std::vector<int> rest;
    for (std::size_t g = 1; g < groups.size(); ++g) {
        rest.push_back(groups[g].cluster);
    }
    test::shuffle(rest, random);
    std::vector<int> holders{groups.front().cluster};
    std::vector<ClusterSend> sends;
    for (const int cluster : rest) {
        sends.push_back({holders[random() % holders.size()], cluster});
        holders.push_back(cluster);
    }
    return sends;
}

/// A period of up to six segments, each over a random tree; every step some time after the one that it needs.
std::vector<PeriodStep> random_period(const std::vector<ClusterGroup>& groups, std::mt19937_64& random) {
    struct TimedStep {
        double time;
        PeriodStep step;
    };
    constexpr double kLongestHop = 1.5;  // periods
    const int root = groups.front().cluster;
    std::vector<TimedStep> steps;
    const int segments = test::random_int(random, 1, 6);
    for (int segment = 0; segment < segments; ++segment) {
        std::map<int, double> there{{root, test::random_real(random, 0.0, 1.0)}};
        const auto add = [&](int from, int to) {
            const double time = there.at(from) + test::random_real(random, 1e-9, kLongestHop);
            steps.push_back({time - std::floor(time), {segment, static_cast<int>(time), from, to}});
            there.try_emplace(to, time);
        };
        add(root, root);
        for (const ClusterSend& send : random_tree(groups, random)) {
            add(send.from, send.to);
            add(send.to, send.to);
        }
    }
    std::sort(steps.begin(), steps.end(), [](const TimedStep& a, const TimedStep& b) { return a.time < b.time; });
    std::vector<PeriodStep> period;
    for (const TimedStep& timed : steps) {
        period.push_back(timed.step);
    }
    return period;
}

Tree plan_of(Shape shape, const Cut& cut, int root, const platform::Placement& placement, std::mt19937_64& random,
             const BroadcastStrategy* only_strategy) {
    const auto any = [&] {
        return only_strategy != nullptr ? test::tuned(*only_strategy, random) : test::random_strategy(random);
    };
    const std::vector<ClusterGroup> groups = groups_of(placement, root);
    Tree plan;
    plan.shape = shape;
    plan.root = root;
    plan.message = Bytes(cut.message);
    plan.block = Bytes(cut.block);
    plan.order = "random";
    if (shape == Shape::kTrees) {
        plan.period = random_period(groups, random);
    } else {
        plan.cluster_sends = random_tree(groups, random);
        plan.exit = random() % 2 == 0 ? Exit::kCoordinator : Exit::kLast;
    }
    for (const ClusterGroup& group : groups) {
        plan.local.push_back({group.cluster, any(), any(), Bytes(cut.segment_blocks * cut.block)});
    }
    return plan;
}

void expect_blocks_cover_the_message(const Tree& plan) {
    const schedule::BlockSizes sizes{plan.message, plan.block};
    std::int64_t covered = 0;
    for (int b = 0; b < plan.num_blocks(); ++b) {
        EXPECT_EQ(sizes.offset_of(b).value(), covered);
        const std::int64_t size = sizes.size_of({b, 1}).value();
        EXPECT_TRUE(size > 0 || plan.message == Bytes(0));
        EXPECT_LE(size, plan.block.value());
        covered += size;
    }
    EXPECT_EQ(covered, plan.message.value());
}

void expect_broadcast(const Tree& plan, const platform::Placement& placement) {
    const schedule::Schedule whole = compose(plan, placement);
    EXPECT_EQ(whole.num_processes(), placement.num_processes());
    EXPECT_EQ(whole.num_blocks, plan.num_blocks());
    EXPECT_NO_THROW(schedule::verify(whole, schedule::broadcast(plan.root)));
    for (int rank = 0; rank < placement.num_processes(); ++rank) {
        const schedule::Schedule own = compose(plan, placement, rank);
        EXPECT_EQ(own.num_blocks, whole.num_blocks);
        EXPECT_EQ(own.programs[static_cast<std::size_t>(rank)], whole.programs[static_cast<std::size_t>(rank)])
            << "rank " << rank;
    }
    if (plan.shape != Shape::kTwoLevel) {
        const schedule::Schedule one = compose_one_period(plan, placement);
        EXPECT_EQ(one.num_blocks, plan.segments_per_period());
        EXPECT_NO_THROW(schedule::verify(one, schedule::broadcast(plan.root)));
    }
}

class Compose : public testing::TestWithParam<Shape> {};

TEST_P(Compose, EveryStrategyFromEveryRootInEveryCutIsABroadcast) {
    std::mt19937_64 random(11);
    for (int round = 0; round < 8; ++round) {
        const test::Grid grid = test::random_grid(random);
        for (const BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
            for (int root = 0; root < grid.placement.num_processes(); ++root) {
                const Cut& cut = kCuts[random() % std::size(kCuts)];
                SCOPED_TRACE(testing::Message() << "round " << round << " root " << root << " " << strategy->name << " "
                                                << cut.message << "/" << cut.block << "/" << cut.segment_blocks);
                expect_broadcast(plan_of(GetParam(), cut, root, grid.placement, random, strategy), grid.placement);
            }
        }
    }
}

TEST_P(Compose, StrategiesMixedAtRandomAreABroadcast) {
    std::mt19937_64 random(12);
    for (int round = 0; round < 60; ++round) {
        const test::Grid grid = test::random_grid(random);
        for (const Cut& cut : kCuts) {
            const int root = test::random_int(random, 0, grid.placement.num_processes() - 1);
            SCOPED_TRACE(testing::Message() << "round " << round << " root " << root << " " << cut.message << "/"
                                            << cut.block << "/" << cut.segment_blocks);
            const Tree plan = plan_of(GetParam(), cut, root, grid.placement, random, nullptr);
            expect_blocks_cover_the_message(plan);
            expect_broadcast(plan, grid.placement);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Compose, testing::Values(Shape::kTwoLevel, Shape::kPipeline, Shape::kTrees),
                         [](const auto& shape) {
                             std::string name(name_of(shape.param));
                             std::erase(name, '-');
                             return name;
                         });

TEST(ComposeOfAThousand, OneRanksProgramStaysSmallInAPipelineOfThousandSegments) {
    platform::Platform platform;
    platform::Cluster cluster;
    cluster.name = "a";
    cluster.num_hosts = 1000;
    cluster.plogp = test::affine_plogp(5e-5, 1e-5, 1e8);
    platform.clusters = {cluster};
    Tree plan;
    plan.shape = Shape::kPipeline;
    plan.message = Bytes(1000 << 10);
    plan.block = Bytes(1 << 10);
    const strategy::TunedStrategy chain = strategy::parse_tuned("segmented_chain", "test");
    plan.local = {{0, chain, chain, plan.block}};
    const schedule::Schedule whole = compose(plan, platform::full_placement(platform));
    std::size_t stored = 0;
    for (const schedule::Program& program : whole.programs) {
        for (const schedule::Section& section : program.sections) {
            stored += section.body.size();
        }
    }
    // A loop over the segments, not a million operations: each process but the ends receives and sends.
    EXPECT_EQ(stored, 2U * 999U);
}

TEST(Compose, MembersTakeThePlacesThatTheOrderSays) {
    test::Grid grid;
    platform::Cluster cluster;
    cluster.name = "a";
    cluster.num_hosts = 4;
    grid.platform.clusters = {cluster};
    grid.placement = platform::full_placement(grid.platform);
    Tree plan;
    plan.shape = Shape::kTwoLevel;
    plan.root = 1;
    plan.message = plan.block = Bytes(100);
    const BroadcastStrategy* chain = strategy::broadcast_strategies().find("chain");
    // Members are the ranks 1 (the root), 0, 2, 3.
    plan.local = {{0, {chain}, {chain}, Bytes(100), {0, 3, 1, 2}}};
    const schedule::Schedule schedule = compose(plan, grid.placement);
    std::map<int, int> receiver_of;
    for (int rank = 0; rank < 4; ++rank) {
        schedule::Cursor cursor(schedule.programs[static_cast<std::size_t>(rank)], schedule.num_blocks);
        while (const auto operation = cursor.next()) {
            if (operation->kind == schedule::ActionKind::kSend) {
                receiver_of[rank] = operation->peer;
            }
        }
        // A rank that composes only its own part gets the same.
        EXPECT_EQ(compose(plan, grid.placement, rank).programs[static_cast<std::size_t>(rank)],
                  schedule.programs[static_cast<std::size_t>(rank)]);
    }
    EXPECT_EQ(receiver_of, (std::map<int, int>{{1, 3}, {3, 0}, {0, 2}}));
    EXPECT_NO_THROW(schedule::verify(schedule, schedule::broadcast(1)));
}

}  // namespace
}  // namespace causeway::plan
