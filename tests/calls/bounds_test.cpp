/// What is kept for long lives has a bound.
#include "causeway/calls/call_totals.hpp"
#include "causeway/calls/programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace causeway::calls {
namespace {

ToldCalls broadcast_of(std::int64_t size) {
    return {.communicator = "3 processes", .is_rank_0 = true, .root = 0, .up_to = Bytes(size), .plan = "a plan"};
}

std::int64_t sum_of(const std::vector<CallTotals::Entry>& entries) {
    return std::accumulate(entries.begin(), entries.end(), std::int64_t{0},
                           [](std::int64_t sum, const CallTotals::Entry& entry) { return sum + entry.calls; });
}

TEST(CallTotals, LoseNoCallWhateverTheirNumber) {
    CallTotals totals;
    constexpr int kKinds = 3 * static_cast<int>(CallTotals::kMostToldApart);
    for (int round = 0; round < 2; ++round) {
        for (int kind = 0; kind < kKinds; ++kind) {
            totals.of(broadcast_of(kind), {.predicted = Seconds(1.0)}, CallTotals::Standing::kOver).calls += 5;
        }
    }
    const std::vector<CallTotals::Entry> entries = totals.entries();
    EXPECT_EQ(entries.size(), CallTotals::kMostToldApart + 1);
    EXPECT_EQ(sum_of(entries), 2 * 5 * kKinds);
    EXPECT_EQ(std::count_if(entries.begin(), entries.end(), [](const auto& entry) { return !entry.kind.root; }), 1);
}

TEST(CallTotals, TellApartWhatPlansAreKeptFor) {
    CallTotals totals;
    for (std::size_t kind = 0; kind < CallTotals::kMostToldApart; ++kind) {
        ++totals
              .of(broadcast_of(static_cast<std::int64_t>(kind)), {.predicted = Seconds(1.0)},
                  CallTotals::Standing::kOver)
              .calls;
    }
    constexpr std::int64_t kLast = 1 << 30;
    CallTotal& one = totals.of(broadcast_of(kLast), {.predicted = Seconds(1.0)}, CallTotals::Standing::kKept);
    EXPECT_EQ(&totals.of(broadcast_of(kLast), {.predicted = Seconds(2.0)}, CallTotals::Standing::kOver), &one);
    EXPECT_EQ(one.way.predicted, Seconds(2.0));
}

TEST(CallTotals, KeepWhereCallsAreCounted) {
    CallTotals totals;
    CallTotal& one = totals.of(broadcast_of(-1), {.predicted = Seconds(1.0)}, CallTotals::Standing::kOver);
    for (std::int64_t kind = 0; kind < 1000; ++kind) {
        (void)totals.of(broadcast_of(kind), {.predicted = Seconds(1.0)}, CallTotals::Standing::kOver);
    }
    one.calls = 3;
    ASSERT_EQ(totals.entries().size(), 1U);
    EXPECT_EQ(totals.entries().front().calls, 3);
}

/// A program of `operations` sends, of one process.
scheme::Built program_of(std::size_t operations) {
    schedule::Schedule schedule;
    schedule.programs = {{.sections = {{.body = std::vector<schedule::Action>(operations)}}}};
    return {.strands = {std::move(schedule)}};
}

TEST(Programs, TakeNoMoreMemoryThanTheyMay) {
    Programs programs;
    std::size_t made = 0;
    constexpr int kAll = 2000;
    for (int num_blocks = 1; num_blocks <= kAll; ++num_blocks) {
        constexpr std::size_t kOperations = 1000;
        const auto program = programs.get({0, num_blocks}, [&] {
            ++made;
            return program_of(kOperations);
        });
        ASSERT_EQ(program->strands.front().programs.front().sections.front().body.size(), kOperations);
        ASSERT_LE(programs.memory(), Programs::kMostMemory);
    }
    EXPECT_EQ(made, static_cast<std::size_t>(kAll));
    (void)programs.get({0, kAll}, [&] {
        ++made;
        return scheme::Built{};
    });
    EXPECT_EQ(made, static_cast<std::size_t>(kAll)) << "the last one is at hand";
    (void)programs.get({0, 1}, [&] {
        ++made;
        return scheme::Built{};
    });
    EXPECT_EQ(made, static_cast<std::size_t>(kAll) + 1) << "the first one is not";
}

TEST(Programs, AreGoneWithTheirPlan) {
    Programs programs;
    for (std::uint64_t plan = 0; plan < 3; ++plan) {
        for (int num_blocks = 1; num_blocks <= 4; ++num_blocks) {
            (void)programs.get({plan, num_blocks}, [] { return program_of(100); });
        }
    }
    const std::size_t memory = programs.memory();
    programs.forget(1);
    EXPECT_EQ(programs.memory() * 3, memory * 2);
    programs.forget_all();
    EXPECT_EQ(programs.memory(), 0U);
}

TEST(Programs, OfManyCommunicatorsShareTheMemory) {
    std::vector<std::unique_ptr<Programs>> all;
    constexpr std::size_t kCommunicators = 100;
    for (std::size_t i = 0; i < kCommunicators; ++i) {
        all.push_back(std::make_unique<Programs>());
    }
    std::size_t memory = 0;
    for (const auto& programs : all) {
        for (int num_blocks = 1; num_blocks <= 100; ++num_blocks) {
            constexpr std::size_t kOperations = 1000;
            (void)programs->get({0, num_blocks}, [&] { return program_of(kOperations); });
        }
        memory += programs->memory();
    }
    EXPECT_LE(memory, Programs::kMostMemory);
}

TEST(Programs, KeepTheLastOneHoweverLarge) {
    Programs programs;
    constexpr std::size_t kOperations = 2 * Programs::kMostMemory / sizeof(schedule::Action);
    int made = 0;
    for (int i = 0; i < 3; ++i) {
        (void)programs.get({0, 1}, [&] {
            ++made;
            return program_of(kOperations);
        });
    }
    EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace causeway::calls
