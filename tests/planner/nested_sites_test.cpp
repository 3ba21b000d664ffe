/// Plans where clusters are near each other and share a way to the others.
#include "decisions.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/planner/time_bound.hpp"
#include "causeway/simulate/simulate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace causeway::planner {
namespace {

using scheme::Operation;

/// What a plan moves from the one site to the other and back, in bytes: [from the first], [from the second].
std::array<std::int64_t, 2> across(const Plan& plan, const test::Grid& grid) {
    const scheme::Built built = plan::compose(plan, grid.placement);
    const schedule::BlockSizes sizes = plan::block_sizes(built, plan);
    const model::GridPlogp model(grid.platform, grid.placement);
    std::array<std::int64_t, 2> result{};
    for (const simulate::TimedTransfer& transfer : simulate::run(built.strands, model, sizes).transfers) {
        const int from = grid.placement.cluster_of(transfer.from) / 2;
        if (from != grid.placement.cluster_of(transfer.to) / 2) {
            result.at(static_cast<std::size_t>(from)) += sizes.size_of(transfer.blocks).value();
        }
    }
    return result;
}

class NestedSites : public testing::TestWithParam<Operation> {};

INSTANTIATE_TEST_SUITE_P(Operations, NestedSites,
                         testing::Values(Operation::kBroadcast, Operation::kReduce, Operation::kAllreduce,
                                         Operation::kGather, Operation::kScatter, Operation::kAllgather),
                         [](const auto& entry) { return std::string(scheme::name_of(entry.param)); });

TEST_P(NestedSites, DataCrossesWhatIsLongAndSharedOnce) {
    const test::Grid grid = two_sites_of_two_lans();
    const std::int64_t own_of_site = 4;  // processes
    for (const int root : {0, 3, 6}) {
        for (const std::int64_t bytes : {std::int64_t{1} << 14U, std::int64_t{1} << 20U, std::int64_t{4} << 20U}) {
            const Request asked{.operation = GetParam(), .root = root, .message = Bytes(bytes)};
            const Candidate best = best_of_ours(decide(grid, asked));
            SCOPED_TRACE(testing::Message()
                         << bytes << " bytes from " << root << ", " << plan::describe(best.plan, grid.platform));
            const std::array<std::int64_t, 2> moved = across(best.plan, grid);
            const bool has_own = scheme::has_owned_blocks(GetParam());
            const bool is_rooted = scheme::is_rooted(GetParam());
            EXPECT_EQ(std::max(moved[0], moved[1]), has_own ? own_of_site * bytes : bytes);
            EXPECT_EQ(std::min(moved[0], moved[1]), is_rooted ? 0 : has_own ? own_of_site * bytes : bytes);
        }
    }
}

TEST_P(NestedSites, APromiseIsNotBelowWhatTheSharedUplinkTakes) {
    const test::Grid grid = two_sites_of_two_lans();
    test::Grid apart = grid;
    apart.platform.levels.clear();
    const Request asked{.operation = GetParam(), .root = 1, .message = Bytes(4 << 20)};
    const Decision decision = decide(grid, asked);
    const TimeBound bound = bound_of(grid, asked);
    EXPECT_THAT(bound.reason, testing::HasSubstr("link of 20.0 MB/s")) << "what a site shares";
    EXPECT_GE(bound.time, bound_of(apart, asked).time);
    for (const Candidate& candidate : decision.ranking) {
        EXPECT_GE(candidate.time.value(), bound.time.value() * (1.0 - 1e-9))
            << plan::describe(candidate.plan, grid.platform);
    }
}

/// What comes to a coordinator from its own hosts, from the next LAN and from the other site is not in each other's way
/// beyond what the host's interface takes.
TEST(NestedSitesPromise, IsNearTheBoundWhereSeveralFlowsMeetAtAHost) {
    const test::Grid grid = two_sites_of_two_lans();
    for (const scheme::Operation operation : {scheme::Operation::kReduce, scheme::Operation::kAllreduce}) {
        Request asked = request(Bytes(4 << 20));
        asked.operation = operation;
        const Decision decision = decide(grid.platform, grid.placement, asked);
        const TimeBound bound = planner::bound_of(operation, grid.platform, grid.placement, asked.root, asked.message);
        EXPECT_LE(decision.choice().time, 1.15 * bound.time) << scheme::name_of(operation);
    }
}

TEST(NestedSitesFile, IsToldFromOthersWithoutNamesOfHosts) {
    test::Grid grid = two_sites_of_two_lans();
    const std::string before = platform::fingerprint(grid.platform);
    grid.platform.levels.front().clusters.front().uplink_capacity = BytesPerSecond(3e7);
    EXPECT_NE(platform::fingerprint(grid.platform), before);
}

TEST(NestedSitesOrders, AreNamedAfterTheHeuristicAndTheLevels) {
    const test::Grid grid = two_sites_of_two_lans();
    const Candidate best = best_of_ours(decide(grid, request(Bytes(16), 0)));
    EXPECT_EQ(plan::trees_of(tree_of(best)).size(), 1U);
    Request forced = request(Bytes(16), 0);
    forced.heuristic = &inter_cluster::heuristics().at("flat", "heuristic");
    const Decision flat = decide(grid, forced);
    EXPECT_TRUE(std::any_of(flat.ranking.begin(), flat.ranking.end(), [](const Candidate& one) {
        return !is_native(one) && tree_of(one).order == "flat by levels";
    }));
}

}  // namespace
}  // namespace causeway::planner
