/// Tags of a communicator, divided among others.
#include "causeway/mpi/tag_ranges.hpp"

#include <gtest/gtest.h>

#include <climits>
#include <optional>
#include <set>

namespace causeway::mpi {
namespace {

TEST(TagDivision, GivesHalfOfManyTagsAway) {
    for (const int bound : {(1 << 22) - 1, (1 << 23) - 1, (1 << 28) - 1, INT_MAX}) {
        const TagDivision division = division_of_tags(bound);
        EXPECT_GE(division.num_own, bound / 2) << bound;
        EXPECT_GE(division.num_ranges, 64) << bound;
        EXPECT_GE(division.first_tag(0), division.num_own);
        EXPECT_LE(division.first_tag(division.num_ranges - 1), bound - TagDivision::kTagsOfRange + 1) << bound;
    }
}

TEST(TagDivision, LeavesFewTagsToTheirCommunicator) {
    for (const int bound : {32767, 1 << 20}) {
        EXPECT_EQ(division_of_tags(bound).num_own, bound);
        EXPECT_EQ(division_of_tags(bound).num_ranges, 0);
    }
}

TEST(TagRanges, GivesEachToOneAtATimeAndTheOneLastThatCameBackLast) {
    TagRanges ranges(MPI_COMM_WORLD);
    ASSERT_TRUE(ranges.are_there());
    std::set<int> taken;
    while (const std::optional<int> range = ranges.take()) {
        EXPECT_GT(*range, 0);
        ASSERT_TRUE(taken.insert(*range).second) << *range;
    }
    ranges.give_back(3);
    ranges.give_back(1);
    EXPECT_EQ(ranges.take(), 3);
    EXPECT_EQ(ranges.take(), 1);
    EXPECT_EQ(ranges.take(), std::nullopt);
}

}  // namespace
}  // namespace causeway::mpi
