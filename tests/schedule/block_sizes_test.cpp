/// Where the blocks of a schedule begin and end in the data.
#include "causeway/schedule/block_sizes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace causeway::schedule {
namespace {

TEST(BlockSizes, TheLastBlockIsTheShorterRest) {
    const BlockSizes sizes{.total = Bytes(10), .block = Bytes(4)};
    EXPECT_EQ(sizes.size_of({0, 1}), Bytes(4));
    EXPECT_EQ(sizes.size_of({2, 1}), Bytes(2));
    EXPECT_EQ(sizes.size_of({1, 2}), Bytes(6));
    EXPECT_EQ(sizes.size_of({0, 3}), Bytes(10));
}

TEST(BlockSizes, BlocksBeyondTheDataAreEmpty) {
    const BlockSizes sizes{.total = Bytes(10), .block = Bytes(4)};
    EXPECT_EQ(sizes.size_of({3, 5}), Bytes(0));
    EXPECT_EQ((BlockSizes{.total = Bytes(0), .block = Bytes(4)}).size_of({0, 1}), Bytes(0));
    EXPECT_EQ((BlockSizes{.total = Bytes(0), .block = Bytes(0)}).size_of({0, 1}), Bytes(0));
}

TEST(BlockSizes, CountBeyondThirtyTwoBits) {
    const BlockSizes sizes{.total = Bytes(std::int64_t{1} << 44U), .block = Bytes(1 << 20)};
    EXPECT_EQ(sizes.offset_of(1 << 20), Bytes(std::int64_t{1} << 40U));
    EXPECT_EQ(sizes.offset_of(std::numeric_limits<int>::max()), sizes.total);
}

}  // namespace
}  // namespace causeway::schedule
