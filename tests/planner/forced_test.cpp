/// Strategies that the user insists on.
#include "decisions.hpp"

#include "causeway/base/error.hpp"
#include "causeway/planner/cluster_orders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace causeway::planner {
namespace {

using ::testing::HasSubstr;

using scheme::Operation;

constexpr scheme::Operation kBroadcast = scheme::Operation::kBroadcast;
constexpr Bytes kHuge{std::int64_t{3} << 30U};

TEST(Forced, StrategiesAreHonouredWhateverTheSegment) {
    for (const test::Grid& grid : {three_sites(), one_cluster(5)}) {
        for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
            for (const Bytes message : {Bytes(1), Bytes(1000), Bytes(1 << 20), Bytes(64 << 20), kHuge}) {
                for (const std::int64_t segment : {0, 1, 100, 1 << 14, 8 << 20, 1 << 30}) {
                    Request asked = request(message, 1);
                    asked.forced = Forced{.tuned = {strategy}};
                    if (segment != 0) {
                        asked.forced->segment = Bytes(segment);
                    }
                    SCOPED_TRACE(testing::Message() << strategy->name << " " << message.value() << "@" << segment);
                    const Decision decision = decide(grid, asked);
                    const Plan& plan = decision.choice().plan;
                    ASSERT_NE(plan.scheme, nullptr);
                    EXPECT_THAT(decision.reason, HasSubstr("asked for"));
                    EXPECT_TRUE(std::isfinite(decision.choice().time.value()));
                    EXPECT_GE(decision.choice().time.value(), bound_of(grid, asked).time.value() * (1.0 - 1e-9));
                    EXPECT_GE(plan.num_blocks(), 1);
                    EXPECT_LE(plan.num_blocks(), 1 << 17);
                    EXPECT_LE(plan.block, std::min(message, Bytes(1 << 30)));
                    for (const plan::LocalChoice& choice : plan.trees.front().local) {
                        EXPECT_EQ(choice.between_hosts.strategy, strategy);
                    }
                    // Where the segment asked for makes sense it is the one used.
                    const bool sensible = segment != 0 && Bytes(segment) <= message &&
                                          base::num_parts(message, Bytes(segment)) <= (1 << 17);
                    if (sensible && (plan.trees.front().shape == Shape::kPipeline || strategy->has_segments())) {
                        EXPECT_EQ(plan.block, Bytes(segment));
                    }
                }
            }
        }
    }
}

/// Decides with the order forced, by both readings.
void expect_ordered(const inter_cluster::Heuristic& heuristic, Operation operation, Bytes message) {
    const test::Grid grid = three_sites();
    for (const auto completion : {inter_cluster::Completion::kSequential, inter_cluster::Completion::kOverlapped}) {
        SCOPED_TRACE(testing::Message() << heuristic.name << " " << scheme::name_of(operation));
        const Decision decision = decide(
            grid,
            {.operation = operation, .root = 5, .message = message, .heuristic = &heuristic, .completion = completion});
        EXPECT_FALSE(is_native(decision.choice()));
        EXPECT_THAT(decision.reason, HasSubstr("asked for"));
        for (const Candidate& candidate : decision.ranking) {
            EXPECT_EQ(candidate.plan.trees.empty(), is_native(candidate));
            for (const plan::Tree& tree : candidate.plan.trees) {
                EXPECT_EQ(tree.order, heuristic.name);
            }
        }
    }
}

TEST(Forced, EachHeuristicOrdersTheClustersOfBroadcasts) {
    for (const inter_cluster::Heuristic* heuristic : inter_cluster::heuristics().members()) {
        expect_ordered(*heuristic, kBroadcast, Bytes(8));
        expect_ordered(*heuristic, kBroadcast, Bytes(1 << 20));
    }
}

TEST(Forced, AHeuristicOrdersTheClustersOfEveryOperation) {
    for (const Operation operation : scheme::operations()) {
        const bool takes_trees = !scheme::has_blocks_of_pairs(operation) && operation != Operation::kScan &&
                                 !scheme::is_among_neighbours(operation);
        if (takes_trees) {
            expect_ordered(*inter_cluster::heuristics().find("ecef-la-t-max"), operation, Bytes(8));
        }
    }
}

TEST(Forced, AHeuristicMeansNothingInsideOneCluster) {
    const test::Grid grid = one_cluster(5);
    const Request asked = request(Bytes(1 << 20), 1);
    Request ordered = asked;
    ordered.heuristic = inter_cluster::heuristics().find("ecef");
    const Decision with = decide(grid, ordered);
    const Decision without = decide(grid, asked);
    EXPECT_EQ(with.choice().plan, without.choice().plan);
    EXPECT_EQ(with.reason, without.reason);
}

TEST(Forced, SmallSegmentsStillMakeABroadcast) {
    const test::Grid grid = three_sites();
    for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        for (const std::int64_t segment : {1, 7, 3000, 5000}) {
            Request asked = request(Bytes(3000), 4);
            asked.forced = Forced{.tuned = {strategy}, .segment = Bytes(segment)};
            expect_sound(decide(grid, asked), grid, asked);
        }
    }
}

TEST(Forced, NativeIsHonoured) {
    Request asked = request(Bytes(1 << 20));
    asked.forced = parse_forced("native", kBroadcast, "test");
    const Decision decision = decide(three_sites(), asked);
    EXPECT_EQ(decision.ranking.size(), 1U);
    EXPECT_TRUE(is_native(decision.choice()));
    EXPECT_THAT(decision.reason, HasSubstr("asked for"));
}

TEST(Forced, IsReadFromOneWord) {
    EXPECT_TRUE(parse_forced("native", kBroadcast, "test").is_native);
    EXPECT_TRUE(parse_forced("native", scheme::Operation::kGather, "test").is_native);
    for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        const std::string name(strategy->name);
        EXPECT_EQ(parse_forced(name, kBroadcast, "test").tuned.strategy, strategy);
        EXPECT_EQ(parse_forced(name, kBroadcast, "test").segment, std::nullopt);
        EXPECT_EQ(parse_forced(name + "@16K", kBroadcast, "test").segment, Bytes(16 << 10));
    }
    EXPECT_EQ(parse_forced("dary_tree/5@16K", kBroadcast, "test").tuned.degree, 5);
    for (const scheme::Scheme* scheme : scheme::schemes().members()) {
        EXPECT_EQ(parse_forced(scheme->name, scheme->operation, "test").scheme, scheme);
    }
}

TEST(Forced, WrongWordsAreAnsweredWithTheKnownOnes) {
    const auto complaint = [](std::string_view text) -> std::string {
        try {
            (void)parse_forced(text, kBroadcast, "--strategy");
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
    try {
        (void)parse_forced("flat_tree", scheme::Operation::kGather, "--strategy");
        FAIL() << "a strategy for a gather";
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("flat_tree"), HasSubstr("gather_direct")));
    }
    EXPECT_THAT(complaint("flat_tree@0"), HasSubstr("segment"));
    EXPECT_THAT(complaint("flat_tree@"), HasSubstr("--strategy"));
    EXPECT_THAT(complaint("flat_tree@many"), HasSubstr("many"));
}

TEST(Planner, OnOneHostAStrategyThatIsAskedForRunsBetweenItsProcesses) {
    platform::Platform platform;
    platform.clusters.push_back(
        {.name = "a", .hosts = {"h"}, .num_hosts = 1, .plogp = {}, .within_host = {}, .broadcast_time = {}});
    platform.clusters.front().within_host = test::affine_plogp(1e-6, 1e-6, 1e9);
    platform.hosts.push_back({.name = "h", .cluster = 0, .slots = 7});
    test::Grid grid{platform, platform::full_placement(platform)};
    for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        Request asked = request(Bytes(100000), 3);
        EXPECT_TRUE(is_native(decide(grid, asked).choice()));
        asked.forced = Forced{.tuned = {strategy}};
        const Decision decision = decide(grid, asked);
        ASSERT_FALSE(is_native(decision.choice())) << strategy->name;
        EXPECT_EQ(tree_of(decision.choice()).local.front().between_hosts.strategy, strategy);
        expect_sound(decision, grid, asked);
    }
}

TEST(ClusterOrders, ServeTheClusterFirstThatHasMostLeftToDo) {
    for (const std::size_t slow : {1U, 2U}) {
        test::Grid grid = three_sites();
        grid.platform.clusters[slow].plogp = test::affine_plogp(2e-3, 1e-3, 1e6);
        Request asked{.operation = Operation::kReduce, .message = Bytes(16 << 10)};
        asked.heuristic = &inter_cluster::heuristics().at("ecef-la-t-max", "heuristic");
        const Task task(grid.platform, grid.placement, asked);
        const std::vector<ClusterOrder> orders = cluster_orders(task);
        ASSERT_EQ(orders.size(), 1U);
        EXPECT_EQ(orders.front().sends.front(), (plan::ClusterSend{0, static_cast<int>(slow)}));
    }
}

}  // namespace
}  // namespace causeway::planner
