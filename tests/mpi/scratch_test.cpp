/// Memory that goes back to the system while the rest of it is in use.
#include "causeway/mpi/scratch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace causeway::mpi {
namespace {

constexpr std::int64_t kMebi = std::int64_t{1} << 20U;

/// How much of `bytes` from `begin` on takes room.
std::int64_t resident(std::byte* begin, std::int64_t bytes) {
    const auto page = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
    std::vector<unsigned char> pages(static_cast<std::size_t>((bytes + page - 1) / page));
    EXPECT_EQ(mincore(begin, static_cast<std::size_t>(bytes), pages.data()), 0);
    std::int64_t sum = 0;
    for (const unsigned char one : pages) {
        sum += (one & 1U) != 0 ? page : 0;
    }
    return sum;
}

TEST(GrowingMemory, TakesRoomOnceItIsWrittenAndUntilItIsOver) {
    constexpr std::int64_t kAll = 24 * kMebi + 12345;
    GrowingMemory memory;
    std::byte* const data = memory.at_least(kAll);
    ASSERT_TRUE(memory.is_left());
    EXPECT_EQ(resident(data, kAll), 0);
    std::memset(data, 7, kAll);
    EXPECT_GE(resident(data, kAll), kAll);
    // Every second piece: what lies between is needed.
    constexpr std::int64_t kPiece = 100000;
    for (std::int64_t at = 0; at < kAll; at += 2 * kPiece) {
        memory.over(data + at, kPiece);
    }
    for (std::int64_t at = kPiece; at < kAll; at += 2 * kPiece) {
        ASSERT_EQ(data[at], std::byte{7});
        ASSERT_EQ(data[std::min(at + kPiece, kAll) - 1], std::byte{7});
    }
    // Then the others of the first half.
    for (std::int64_t at = kPiece; at < kAll / 2; at += 2 * kPiece) {
        memory.over(data + at, kPiece);
    }
    EXPECT_LE(resident(data, kAll), kAll / 2 + 4 * kMebi);
    EXPECT_EQ(data[kAll - 1], std::byte{7});
}

TEST(GrowingMemory, TakesRoomAtOnceWhereZerosAreAskedFor) {
    for (const std::int64_t bytes : {std::int64_t{0}, kMebi, 24 * kMebi + 12345}) {
        GrowingMemory memory;
        std::byte* const data = memory.zeros(bytes);
        EXPECT_GE(resident(data, bytes), bytes);
        std::fill_n(data, bytes, std::byte{7});
        EXPECT_EQ(std::count(data, memory.zeros(bytes) + bytes, std::byte{0}), bytes);
    }
}

TEST(GrowingMemory, IsKeptWhereItIsLittle) {
    GrowingMemory memory;
    std::byte* const data = memory.at_least(kMebi);
    EXPECT_FALSE(memory.is_left());
    std::memset(data, 7, kMebi);
    EXPECT_EQ(memory.at_least(kMebi / 2), data);
    EXPECT_EQ(data[kMebi - 1], std::byte{7});
}

TEST(GrowingMemory, IsCountedAnewWhenItIsAskedForAgain) {
    GrowingMemory memory;
    std::byte* data = memory.at_least(16 * kMebi);
    std::memset(data, 7, 16 * kMebi);
    memory.over(data, 16 * kMebi);
    EXPECT_EQ(resident(data, 16 * kMebi), 0);
    data = memory.at_least(10 * kMebi);
    std::memset(data, 9, 10 * kMebi);
    memory.over(data, 3 * kMebi);
    EXPECT_EQ(data[3 * kMebi], std::byte{9});
    EXPECT_LE(resident(data, 16 * kMebi), 8 * kMebi);
}

TEST(Scratch, KeepsLittleForTheNextCall) {
    Scratch scratch;
    (void)scratch.data.at_least(Scratch::kMostKept);
    scratch.partials.resize(8);
    for (GrowingMemory& partial : scratch.partials) {
        (void)partial.at_least(Scratch::kMostKept / 8);
    }
    scratch.give_back_large();
    EXPECT_EQ(scratch.size(), 2 * Scratch::kMostKept);
    (void)scratch.data.at_least(Scratch::kMostKept + 1);
    (void)scratch.partials.front().at_least(Scratch::kMostKept);
    scratch.give_back_large();
    EXPECT_EQ(scratch.size(), 0);
}

}  // namespace
}  // namespace causeway::mpi
