/// How parts that differ in size are told apart, and what is planned for them.
#include "causeway/planner/shares.hpp"

#include "decisions.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace causeway::planner {
namespace {

std::vector<int> shares_of(const platform::Placement& placement, const std::vector<std::int64_t>& parts) {
    return shares_of_clusters(placement, [&](int rank) { return parts[static_cast<std::size_t>(rank)]; });
}

TEST(Shares, AreNoneWherePartsAreAboutAlikeOnAverage) {
    const test::Grid grid = three_sites();
    std::vector<std::int64_t> parts;
    for (int rank = 0; rank < grid.placement.num_processes(); ++rank) {
        parts.push_back(1000 + (rank * 7919) % 300);
    }
    EXPECT_TRUE(shares_of(grid.placement, parts).empty());
    EXPECT_TRUE(shares_of(grid.placement, std::vector<std::int64_t>(parts.size(), 0)).size() <= 3);
    EXPECT_TRUE(parts_of_shares(grid.placement, {}, Bytes(1000)).empty());
}

TEST(Shares, SayWhichClusterHasMost) {
    const test::Grid grid = three_sites();
    std::vector<std::int64_t> parts(static_cast<std::size_t>(grid.placement.num_processes()), 0);
    for (int rank = 0; rank < grid.placement.num_processes(); ++rank) {
        parts[static_cast<std::size_t>(rank)] = grid.placement.cluster_of(rank) == 1 ? 1 << 20 : 3;
    }
    EXPECT_EQ(shares_of(grid.placement, parts), (std::vector<int>{0, 8, 0}));
    const std::vector<Bytes> planned = parts_of_shares(grid.placement, {0, 8, 0}, Bytes(1200));
    Bytes all;
    for (int rank = 0; rank < grid.placement.num_processes(); ++rank) {
        const Bytes part = planned[static_cast<std::size_t>(rank)];
        EXPECT_EQ(part > Bytes(0), grid.placement.cluster_of(rank) == 1);
        all = all + part;
    }
    EXPECT_LE(all, grid.placement.num_processes() * Bytes(1200));
    EXPECT_GE(2 * all, grid.placement.num_processes() * Bytes(1200));
}

/// What leaves the one site that has something, once to each other one, takes its time; and a plan for that takes less
/// than what was chosen for parts that are alike.
TEST(Shares, AreWhatAllgathersOfUnequalPartsArePlannedFor) {
    const test::Grid grid = three_sites();
    const Bytes mean(8 << 10);
    const Request alike{.operation = scheme::Operation::kAllgather, .message = mean};
    Request unequal = alike;
    unequal.parts = parts_of_shares(grid.placement, {8, 0, 0}, mean);
    const Decision for_alike = decide(grid, alike);
    const Decision for_unequal = decide(grid, unequal);
    const auto known = std::find_if(for_unequal.ranking.begin(), for_unequal.ranking.end(),
                                    [&](const Candidate& one) { return one.plan == for_alike.choice().plan; });
    ASSERT_NE(known, for_unequal.ranking.end());
    EXPECT_NE(known->time, for_alike.choice().time);
    EXPECT_LE(for_unequal.choice().time, 1.1 * known->time);
    for (const Candidate& one : for_unequal.ranking) {
        EXPECT_TRUE(one.plan.scheme == nullptr || one.plan.num_blocks() == 1);
    }
}

TEST(Shares, OfLongPartsAreCutIntoAsManyPiecesEachWhereRoutesShakeHands) {
    test::Grid grid = three_sites();
    const Bytes beyond(18 << 10);
    grid.platform.handshake = {.beyond = beyond, .round_trips = 2};
    Request asked{.operation = scheme::Operation::kAllgather, .message = Bytes(64 << 10)};
    asked.parts = parts_of_shares(grid.placement, {6, 1, 1}, asked.message);
    int num_cut = 0;
    for (const Candidate& one : decide(grid, asked).ranking) {
        if (one.plan.scheme == nullptr || one.plan.num_blocks() == 1) {
            continue;
        }
        ++num_cut;
        const scheme::Built built = plan::compose(one.plan, grid.placement);
        const schedule::BlockSizes sizes = plan::block_sizes(built, asked.parts);
        for (std::size_t rank = 0; rank < asked.parts.size(); ++rank) {
            const schedule::BlockRange blocks = built.of_process[rank];
            EXPECT_EQ(sizes.size_of(blocks), asked.parts[rank]);
            for (int b = blocks.first; b < blocks.end(); ++b) {
                EXPECT_LE(sizes.size_of({b, 1}), beyond) << plan::describe(one.plan, grid.platform);
            }
        }
    }
    EXPECT_GT(num_cut, 0);
}

}  // namespace
}  // namespace causeway::planner
