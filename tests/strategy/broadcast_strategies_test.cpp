/// Every broadcast strategy of the registry: it is a broadcast for any number of processes, root and segments, and its
/// parts are parts of the whole.
#include "exact_times.hpp"

#include "causeway/schedule/transforms.hpp"
#include "causeway/schedule/verify.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace causeway::strategy {
namespace {

/// The numbers of blocks that a strategy is called with.
std::vector<int> blocks_of(const BroadcastStrategy& strategy, int processes) {
    switch (strategy.cut) {
        case Cut::kWhole:
            return {1};
        case Cut::kPerProcess:
            return {1, 2, processes, processes + 3};
        case Cut::kSameWay:
        case Cut::kOwnWays:
            break;
    }
    return {std::begin(kSegments), std::end(kSegments)};
}

/// Calls visit(layout) for every number of processes, degree and number of blocks.
template <typename Visit>
void for_layouts(const BroadcastStrategy& strategy, const Visit& visit) {
    for (const int p : kProcesses) {
        for (const int degree : degrees_of(strategy, p)) {
            for (const int blocks : blocks_of(strategy, p)) {
                visit(BroadcastLayout{p, blocks, degree, std::nullopt});
            }
        }
    }
}

std::string text_of(const BroadcastLayout& layout) {
    return fmt::format("{} processes, {} blocks, degree {}", layout.processes, layout.num_blocks, layout.degree);
}

class EveryBroadcastStrategy : public ::testing::TestWithParam<const BroadcastStrategy*> {};

INSTANTIATE_TEST_SUITE_P(Registry, EveryBroadcastStrategy,
                         ::testing::ValuesIn(broadcast_strategies().members().begin(),
                                             broadcast_strategies().members().end()),
                         [](const auto& named) { return std::string(named.param->name); });

TEST_P(EveryBroadcastStrategy, SaysWhatItIsAndWhereItComesFrom) {
    EXPECT_FALSE(GetParam()->name.empty());
    EXPECT_FALSE(GetParam()->summary.empty());
    EXPECT_FALSE(GetParam()->source.empty());
    ASSERT_NE(GetParam()->predict, nullptr);
    ASSERT_NE(GetParam()->build, nullptr);
    EXPECT_EQ(broadcast_strategies().find(GetParam()->name), GetParam()) << "its name is its own";
}

TEST_P(EveryBroadcastStrategy, IsABroadcastFromEveryRoot) {
    for_layouts(*GetParam(), [](const BroadcastLayout& layout) {
        const schedule::Schedule schedule = GetParam()->build(layout);
        const int p = layout.processes;
        ASSERT_EQ(schedule.num_processes(), p);
        ASSERT_EQ(schedule.num_blocks, layout.num_blocks);
        for (int root = 0; root < p; ++root) {
            std::vector<int> members(static_cast<std::size_t>(p));
            for (int i = 0; i < p; ++i) {
                members[static_cast<std::size_t>(i)] = (i + root) % p;
            }
            ASSERT_NO_THROW(schedule::verify(schedule::embed(schedule, members, p), schedule::broadcast(root)))
                << text_of(layout) << ", root " << root;
        }
    });
}

TEST_P(EveryBroadcastStrategy, IsABroadcastForAnyNumberOfProcesses) {
    for (int p = 1; p <= 130; ++p) {
        for (const int degree : degrees_of(*GetParam(), p)) {
            for (const int blocks : {1, 4, 5}) {
                const BroadcastLayout layout{p, GetParam()->cut == Cut::kWhole ? 1 : blocks, degree, std::nullopt};
                ASSERT_NO_THROW(schedule::verify(GetParam()->build(layout), schedule::broadcast(0))) << text_of(layout);
            }
        }
    }
}

TEST_P(EveryBroadcastStrategy, WithOnlyItBuildsThatProcessesPart) {
    for_layouts(*GetParam(), [](const BroadcastLayout& layout) {
        const schedule::Schedule whole = GetParam()->build(layout);
        for (int process = 0; process < layout.processes; ++process) {
            BroadcastLayout mine = layout;
            mine.only = process;
            const schedule::Schedule part = GetParam()->build(mine);
            ASSERT_EQ(part.num_blocks, whole.num_blocks);
            ASSERT_EQ(part.num_processes(), layout.processes);
            for (int other = 0; other < layout.processes; ++other) {
                const auto index = static_cast<std::size_t>(other);
                ASSERT_EQ(part.programs[index], other == process ? whole.programs[index] : schedule::Program{})
                    << text_of(layout) << ", only " << process << ", program of " << other;
            }
        }
    });
}

std::size_t num_stored_operations(const schedule::Schedule& schedule) {
    std::size_t count = 0;
    for (const schedule::Program& program : schedule.programs) {
        for (const schedule::Section& section : program.sections) {
            count += section.body.size();
        }
    }
    return count;
}

TEST_P(EveryBroadcastStrategy, AThousandProcessesAndSegmentsStayUnderAHundredMegabytes) {
    constexpr std::size_t kMost = 100'000'000 / sizeof(schedule::Action);
    const int blocks = GetParam()->cut == Cut::kWhole ? 1 : 1000;
    for (const int degree : degrees_of(*GetParam(), 1000)) {
        EXPECT_LT(num_stored_operations(GetParam()->build({1000, blocks, degree, std::nullopt})), kMost);
    }
}

TEST(BroadcastStrategies, WhoseSegmentsTakeTheSameWayRepeatTheFirst) {
    for (const BroadcastStrategy* strategy : broadcast_strategies().members()) {
        if (strategy->cut == Cut::kSameWay) {
            for_layouts(*strategy, [&](const BroadcastLayout& layout) {
                BroadcastLayout one = layout;
                one.num_blocks = 1;
                ASSERT_EQ(strategy->build(layout), schedule::segment(strategy->build(one), layout.num_blocks))
                    << strategy->name << ": " << text_of(layout);
            });
        }
    }
}

TEST(BroadcastStrategies, WithDegreesNameThemInOrder) {
    for (const BroadcastStrategy* strategy : broadcast_strategies().members()) {
        for (int p = 1; p <= 1000 && strategy->degrees != nullptr; ++p) {
            const std::vector<int> degrees = strategy->degrees(p);
            ASSERT_FALSE(degrees.empty());
            EXPECT_GE(degrees.front(), 2);
            EXPECT_TRUE(std::is_sorted(degrees.begin(), degrees.end(), std::less_equal<>()))
                << strategy->name << ", " << p << " processes";
        }
    }
}

}  // namespace
}  // namespace causeway::strategy
