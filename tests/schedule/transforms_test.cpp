/// Schedules made from schedules: each does what the original did, and each works on one process's part.
#include "causeway/schedule/transforms.hpp"

#include "causeway/schedule/verify.hpp"
#include "tests/schedule/samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace causeway::schedule {
namespace {

using ::testing::ElementsAre;

using enum ActionKind;
constexpr int kProcesses[] = {1, 2, 3, 5, 7, 8, 9, 13, 16, 17};

TEST(Segment, CarriesOutTheScheduleBlockAfterBlock) {
    const Schedule schedule = segment(tree(3, 1), 2);
    EXPECT_THAT(operations_of(schedule, 0), ElementsAre(Action{kSend, 1, {0, 1}}, Action{kSend, 2, {0, 1}},
                                                        Action{kSend, 1, {1, 1}}, Action{kSend, 2, {1, 1}}));
    EXPECT_THAT(operations_of(schedule, 2), ElementsAre(Action{kReceive, 0, {0, 1}}, Action{kReceive, 0, {1, 1}}));
}

TEST(Segment, ABroadcastStaysABroadcast) {
    for (const int p : kProcesses) {
        for (const int blocks : {1, 2, 3, 7, 16}) {
            EXPECT_NO_THROW(verify(segment(tree(p, 1), blocks), broadcast(0))) << p << " processes, " << blocks;
        }
    }
}

TEST(Segment, OneProcessHasNothingToDo) {
    EXPECT_TRUE(segment(tree(1, 1), 9).programs[0].sections.empty());
}

TEST(Embed, RenamesProcesses) {
    const std::vector<int> members{4, 1, 2};
    const Schedule schedule = embed(tree(3, 2), members, 5);
    EXPECT_EQ(schedule.num_processes(), 5);
    EXPECT_THAT(operations_of(schedule, 4), ElementsAre(Action{kSend, 1, {0, 2}}, Action{kSend, 2, {0, 2}}));
    EXPECT_THAT(operations_of(schedule, 2), ElementsAre(Action{kReceive, 4, {0, 2}}));
    EXPECT_TRUE(operations_of(schedule, 0).empty());
    EXPECT_TRUE(operations_of(schedule, 3).empty());
}

TEST(Embed, AnyProcessMayBecomeTheRoot) {
    for (const int p : kProcesses) {
        for (int root = 0; root < p; ++root) {
            std::vector<int> members(static_cast<std::size_t>(p));
            for (int i = 0; i < p; ++i) {
                members[static_cast<std::size_t>(i)] = (i + root) % p;
            }
            EXPECT_NO_THROW(verify(embed(chain(p, 3), members, p), broadcast(root))) << p << ", root " << root;
        }
    }
}

TEST(Embed, BackAndForthIsTheSame) {
    const std::vector<int> forth{3, 0, 4, 1, 2};
    std::vector<int> back(5);
    for (int i = 0; i < 5; ++i) {
        back[static_cast<std::size_t>(forth[static_cast<std::size_t>(i)])] = i;
    }
    EXPECT_EQ(embed(embed(chain(5, 3), forth, 5), back, 5), chain(5, 3));
}

TEST(Refine, EveryBlockBecomesSeveral) {
    const Schedule schedule = refine(chain(2, 3), 7, 3);
    EXPECT_EQ(schedule.num_blocks, 7);
    EXPECT_THAT(operations_of(schedule, 0),
                ElementsAre(Action{kSend, 1, {0, 3}}, Action{kSend, 1, {3, 3}}, Action{kSend, 1, {6, 1}}));
}

TEST(Refine, ABroadcastStaysABroadcast) {
    for (const int p : kProcesses) {
        for (const int blocks : {1, 2, 3, 7, 16, 17}) {
            for (const int factor : {1, 2, 3, 16, 100}) {
                const int coarse = (blocks + factor - 1) / factor;
                EXPECT_NO_THROW(verify(refine(chain(p, coarse), blocks, factor), broadcast(0)));
                EXPECT_NO_THROW(verify(refine(tree(p, coarse), blocks, factor), broadcast(0)));
            }
        }
    }
}

TEST(Refine, ByOneChangesNothing) {
    EXPECT_EQ(refine(chain(5, 4), 4, 1), chain(5, 4));
}

TEST(Concatenate, FirstComesFirst) {
    Builder builder(3, 1);
    builder.transfer(1, 2, {0, 1});
    const Schedule second = builder.finish();
    Builder other(3, 1);
    other.transfer(0, 1, {0, 1});
    const Schedule both = concatenate(other.finish(), second);
    EXPECT_THAT(operations_of(both, 1), ElementsAre(Action{kReceive, 0, {0, 1}}, Action{kSend, 2, {0, 1}}));
    EXPECT_NO_THROW(verify(both, broadcast(0)));
}

TEST(Concatenate, BetweenLeadersThenInsideGroupsIsABroadcast) {
    // Processes 0, 3, 6 lead groups of three.
    constexpr int kAll = 9;
    constexpr int kBlocks = 5;
    const std::vector<int> leaders{0, 3, 6};
    Schedule whole = embed(chain(3, kBlocks), leaders, kAll);
    for (const int leader : leaders) {
        const std::vector<int> group{leader, leader + 1, leader + 2};
        whole = concatenate(std::move(whole), embed(tree(3, kBlocks), group, kAll));
    }
    EXPECT_NO_THROW(verify(whole, broadcast(0)));
}

TEST(Transforms, OnOnePartTheyGiveThatPartOfTheWhole) {
    for (const int p : {2, 3, 7, 8, 9}) {
        std::vector<int> members(static_cast<std::size_t>(p));
        std::iota(members.rbegin(), members.rend(), 1);  // process i becomes p - i of p + 2
        for (int i = 0; i < p; ++i) {
            EXPECT_EQ(chain(p, 6, i), restricted(chain(p, 6), i));
            EXPECT_EQ(segment(tree(p, 1, i), 4), restricted(segment(tree(p, 1), 4), i));
            EXPECT_EQ(refine(chain(p, 3, i), 8, 3), restricted(refine(chain(p, 3), 8, 3), i));
            EXPECT_EQ(embed(tree(p, 2, i), members, p + 2),
                      restricted(embed(tree(p, 2), members, p + 2), members[static_cast<std::size_t>(i)]));
            EXPECT_EQ(concatenate(tree(p, 2, i), chain(p, 2, i)), restricted(concatenate(tree(p, 2), chain(p, 2)), i));
        }
    }
}

}  // namespace
}  // namespace causeway::schedule
