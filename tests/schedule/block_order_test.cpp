/// What operations wait for, against counting block by block.
#include "causeway/schedule/block_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace causeway::schedule {
namespace {

using ::testing::ElementsAre;

int random_int(std::mt19937_64& random, int least, int most) {
    return least + static_cast<int>(random() % static_cast<std::uint64_t>(most - least + 1));
}

/// Operations of one strand, in the order of the program; each waits for what stands before it on its blocks.
class BlockByBlock {
public:
    explicit BlockByBlock(std::vector<Action> operations)
        : operations_(std::move(operations)), is_over_(operations_.size()) {}

    [[nodiscard]] bool is_ready(std::size_t number) const {
        for (std::size_t i = 0; i < number; ++i) {
            const bool holds_up = !operations_[i].is_send() || !operations_[number].is_send();
            if (!is_over_[i] && holds_up && have_common(operations_[i].blocks, operations_[number].blocks)) {
                return false;
            }
        }
        return true;
    }

    void done(std::size_t number) { is_over_[number] = true; }

    /// With which all is over that is ever done.
    [[nodiscard]] std::vector<int> over(BlockRange blocks) const {
        std::vector<int> result;
        for (int b = blocks.first; b < blocks.end(); ++b) {
            bool is_over = true;
            for (std::size_t i = 0; i < operations_.size(); ++i) {
                is_over = is_over && (is_over_[i] || !have_common(operations_[i].blocks, {b, 1}));
            }
            if (is_over) {
                result.push_back(b);
            }
        }
        return result;
    }

private:
    static bool have_common(BlockRange a, BlockRange b) { return a.first < b.end() && b.first < a.end(); }

    std::vector<Action> operations_;
    std::vector<bool> is_over_;
};

std::vector<int> over(const BlockOrder& order, BlockRange blocks) {
    std::vector<int> result;
    order.for_each_over(blocks, [&](int block) { result.push_back(block); });
    return result;
}

TEST(BlockOrder, FewOperationsOnManyBlocksAreCountedAsTheyAreBlockByBlock) {
    std::mt19937_64 random(5);
    for (const int num_blocks : {3, 20, 400}) {
        for (int round = 0; round < 200; ++round) {
            Program program;
            program.sections.emplace_back();
            std::vector<Action>& body = program.sections.front().body;
            for (int i = random_int(random, 1, 12); i > 0; --i) {
                const int first = random_int(random, 0, num_blocks - 1);
                const bool is_send = random_int(random, 0, 1) == 0;
                body.push_back({is_send ? ActionKind::kSend : ActionKind::kReceive,
                                1,
                                {first, random_int(random, 1, num_blocks - first)}});
            }
            const Program* const strand = &program;
            BlockOrder order({&strand, 1}, num_blocks);
            EXPECT_LE(order.num_places(), num_blocks);
            std::vector<Needs> needs;
            std::vector<std::size_t> open;
            for (std::size_t i = 0; i < body.size(); ++i) {
                needs.push_back(order.enter(0, body[i]));
                open.push_back(i);
            }
            BlockByBlock expected(body);
            while (!open.empty()) {
                std::vector<std::size_t> ready;
                for (const std::size_t one : open) {
                    EXPECT_EQ(order.is_ready(body[one], needs[one]), expected.is_ready(one));
                    if (expected.is_ready(one)) {
                        ready.push_back(one);
                    }
                }
                ASSERT_FALSE(ready.empty());
                const std::size_t next =
                    ready[static_cast<std::size_t>(random_int(random, 0, static_cast<int>(ready.size()) - 1))];
                order.done(body[next]);
                expected.done(next);
                EXPECT_EQ(over(order, body[next].blocks), expected.over(body[next].blocks));
                std::erase(open, next);
            }
            EXPECT_FALSE(order.first_unwritten());
        }
    }
}

TEST(BlockOrder, WhatItKeepsGrowsWithTheOperations) {
    Program program;
    program.sections.push_back({.body = {{ActionKind::kReceive, 1, {0, 500}},
                                         {ActionKind::kReceive, 2, {501, 499}},
                                         {ActionKind::kSend, 3, {500, 1}}}});
    const Program* const strand = &program;
    const BlockOrder order({&strand, 1}, 1000);
    EXPECT_EQ(order.num_places(), 3);
    EXPECT_LT(order.size(), 200);
    EXPECT_EQ(order.first_unwritten(), 0);
    BlockOrder later = order;
    EXPECT_EQ(later.enter(0, program.sections.front().body[0]).writes, 0);
    later.done(program.sections.front().body[0]);
    EXPECT_EQ(later.first_unwritten(), 501);
    EXPECT_EQ(over(later, {0, 500}).size(), 500U);
    EXPECT_THAT(over(later, {500, 1}), ElementsAre());
}

}  // namespace
}  // namespace causeway::schedule
