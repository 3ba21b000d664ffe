/// Runs of blocks against one number for each block.
#include "causeway/simulate/steps_of_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>

namespace causeway::simulate {
namespace {

TEST(StepsOfBlocks, WhatHasNotComeWasThere) {
    StepsOfBlocks steps;
    EXPECT_EQ(steps.latest({0, 10}), 0);
    steps.raise({4, 2}, 3);
    EXPECT_EQ(steps.latest({0, 4}), 0);
    EXPECT_EQ(steps.latest({3, 2}), 3);
    EXPECT_EQ(steps.latest({5, 1}), 3);
    EXPECT_EQ(steps.latest({6, 4}), 0);
}

TEST(StepsOfBlocks, ALaterStepCountsForTheBlocksThatCameInIt) {
    StepsOfBlocks steps;
    steps.raise({0, 10}, 2);
    steps.raise({3, 4}, 5);
    steps.raise({0, 10}, 1);
    EXPECT_EQ(steps.latest({0, 3}), 2);
    EXPECT_EQ(steps.latest({2, 2}), 5);
    EXPECT_EQ(steps.latest({7, 3}), 2);
}

TEST(StepsOfBlocks, AreThoseOfEachBlock) {
    constexpr int kBlocks = 24;
    std::mt19937 random(7);
    const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    for (int round = 0; round < 200; ++round) {
        StepsOfBlocks steps;
        std::array<int, kBlocks> of_block{};
        for (int change = 0; change < 20; ++change) {
            const int first = below(kBlocks);
            const schedule::BlockRange blocks{first, 1 + below(kBlocks - first)};
            const int step = 1 + below(9);
            steps.raise(blocks, step);
            for (int b = blocks.first; b < blocks.end(); ++b) {
                int& one = of_block[static_cast<std::size_t>(b)];
                one = std::max(one, step);
            }
            const int asked = below(kBlocks);
            const schedule::BlockRange range{asked, 1 + below(kBlocks - asked)};
            const auto* const begin = of_block.data();
            EXPECT_EQ(steps.latest(range), *std::max_element(begin + range.first, begin + range.end()));
        }
    }
}

}  // namespace
}  // namespace causeway::simulate
