/// Programs as they are built and walked through.
#include "causeway/schedule/schedule.hpp"

#include "tests/schedule/samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace causeway::schedule {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using enum ActionKind;

TEST(Builder, ATransferIsASendAndAReceive) {
    Builder builder(3, 4);
    builder.transfer(0, 2, {1, 3});
    builder.transfer(0, 1, {0, 1});
    const Schedule schedule = builder.finish();
    EXPECT_EQ(schedule.num_blocks, 4);
    EXPECT_EQ(schedule.num_processes(), 3);
    EXPECT_THAT(operations_of(schedule, 0), ElementsAre(Action{kSend, 2, {1, 3}}, Action{kSend, 1, {0, 1}}));
    EXPECT_THAT(operations_of(schedule, 1), ElementsAre(Action{kReceive, 0, {0, 1}}));
    EXPECT_THAT(operations_of(schedule, 2), ElementsAre(Action{kReceive, 0, {1, 3}}));
}

TEST(Builder, ARoundHasAllItsSendsBeforeItsReceives) {
    Builder builder(3, 2);
    builder.round(std::array{Message{0, 1, {0, 2}, true}, Message{1, 2, {1, 1}}, Message{2, 0, {0, 0}}});
    const Schedule schedule = builder.finish();
    EXPECT_THAT(operations_of(schedule, 0), ElementsAre(Action{kSend, 1, {0, 2}}, Action{kReceive, 2, {0, 0}}));
    EXPECT_THAT(operations_of(schedule, 1), ElementsAre(Action{kSend, 2, {1, 1}}, Action{kReceiveReduce, 0, {0, 2}}));
    EXPECT_THAT(operations_of(schedule, 2), ElementsAre(Action{kSend, 0, {0, 0}}, Action{kReceive, 1, {1, 1}}));
}

TEST(Builder, WithOnlyItKeepsExactlyThatProgram) {
    for (const int num_processes : {2, 3, 7, 8, 9}) {
        for (int p = 0; p < num_processes; ++p) {
            EXPECT_EQ(tree(num_processes, 3, p), restricted(tree(num_processes, 3), p));
            EXPECT_EQ(scatter_and_exchange(num_processes, p), restricted(scatter_and_exchange(num_processes), p));
        }
    }
}

TEST(Cursor, RepeatsABodyWithItsBlocksShifted) {
    const Program program{{{.body = {{kReceive, 1, {0, 1}}, {kSend, 2, {0, 1}}}, .repetitions = 2, .stride = 3}}};
    Cursor cursor(program, 6);
    EXPECT_EQ(cursor.next(), (Action{kReceive, 1, {0, 1}}));
    EXPECT_EQ(cursor.next(), (Action{kSend, 2, {0, 1}}));
    EXPECT_EQ(cursor.next(), (Action{kReceive, 1, {3, 1}}));
    EXPECT_EQ(cursor.next(), (Action{kSend, 2, {3, 1}}));
    EXPECT_EQ(cursor.next(), std::nullopt);
    EXPECT_EQ(cursor.next(), std::nullopt) << "the end stays the end";
}

TEST(Cursor, CutsBlocksOffAndSkipsWhatIsLeftWithNone) {
    const Program program{{{.body = {{kSend, 1, {0, 2}}, {kSend, 2, {2, 1}}}, .repetitions = 2, .stride = 2}}};
    Cursor cursor(program, 3);
    EXPECT_EQ(cursor.next(), (Action{kSend, 1, {0, 2}}));
    EXPECT_EQ(cursor.next(), (Action{kSend, 2, {2, 1}}));
    EXPECT_EQ(cursor.next(), (Action{kSend, 1, {2, 1}})) << "one block is left";
    EXPECT_EQ(cursor.next(), std::nullopt) << "none is left for 2";
}

TEST(Cursor, LeavesOutWhatALaterRepetitionBringsAboveZero) {
    const Program program{
        {{.body = {{kReceive, 1, {0, 1}}, {kSend, 2, {-2, 1}}, {kSend, 3, {-3, 2}}}, .repetitions = 3, .stride = 2}}};
    Cursor cursor(program, 3);
    EXPECT_EQ(cursor.next(), (Action{kReceive, 1, {0, 1}}));
    EXPECT_EQ(cursor.next(), (Action{kReceive, 1, {2, 1}}));
    EXPECT_EQ(cursor.next(), (Action{kSend, 2, {0, 1}}));
    EXPECT_EQ(cursor.next(), (Action{kSend, 3, {0, 1}})) << "block -1 is cut off";
    EXPECT_EQ(cursor.next(), (Action{kSend, 2, {2, 1}}));
    EXPECT_EQ(cursor.next(), (Action{kSend, 3, {1, 2}}));
    EXPECT_EQ(cursor.next(), std::nullopt);
}

TEST(Cursor, TakesNoTimeForRepetitionsThatAreCutOffAsAWhole) {
    constexpr int kMany = 1'000'000'000;  // a walk through them all would outlast the watchdog many times
    const Program program{
        {{.body = {{kSend, 1, {0, 1}}, {kSend, 2, {-2 * kMany, 1}}}, .repetitions = kMany + 2, .stride = 2},
         {.body = {{kSend, 3, {-kMany, 1}}}, .repetitions = 2, .stride = 1}}};
    for (int repeat = 0; repeat < 20; ++repeat) {
        Cursor cursor(program, 3);
        EXPECT_EQ(cursor.next(), (Action{kSend, 1, {0, 1}}));
        EXPECT_EQ(cursor.next(), (Action{kSend, 1, {2, 1}}));
        EXPECT_EQ(cursor.next(), (Action{kSend, 2, {0, 1}}));
        EXPECT_EQ(cursor.next(), (Action{kSend, 2, {2, 1}}));
        EXPECT_EQ(cursor.next(), std::nullopt);
    }
}

TEST(Builder, InsertsAScheduleOfOneBlockForAnyBlock) {
    Builder inner(3, 1);
    inner.transfer(0, 1, {0, 1});
    inner.signal(1, 2);
    const Schedule one_block = inner.finish();
    Builder builder(3, 4);
    builder.begin_section(2, 2);
    builder.insert(one_block, 1);
    const Schedule schedule = builder.finish();
    EXPECT_THAT(operations_of(schedule, 0), ElementsAre(Action{kSend, 1, {1, 1}}, Action{kSend, 1, {3, 1}}));
    EXPECT_EQ(schedule.programs[2].sections[0].body[0], (Action{kReceive, 1, {0, 0}})) << "control carries no block";
}

TEST(Cursor, PassesOverEmptySections) {
    const Program program{{{}, {.body = {{kSend, 1, {0, 1}}}}, {}, {.body = {{kSend, 2, {0, 1}}}}}};
    const Schedule schedule{.num_blocks = 1, .programs = {program, {}, {}}};
    EXPECT_THAT(operations_of(schedule, 0), ElementsAre(Action{kSend, 1, {0, 1}}, Action{kSend, 2, {0, 1}}));
    EXPECT_THAT(operations_of(schedule, 1), IsEmpty());
}

TEST(NumOperations, CountsRepetitions) {
    EXPECT_EQ(num_operations(Program{}), 0);
    const Schedule schedule = chain(3, 1000);
    EXPECT_EQ(num_operations(schedule.programs[0]), 1000);
    EXPECT_EQ(num_operations(schedule.programs[1]), 2000);
}

TEST(Schedule, APipelineOfAThousandSegmentsOverAThousandProcessesIsSmall) {
    const Schedule schedule = chain(1000, 1000);
    std::size_t stored = 0;
    for (const Program& program : schedule.programs) {
        for (const Section& section : program.sections) {
            stored += section.body.size();
        }
    }
    EXPECT_EQ(stored, 2U * 999U) << "one send and one receive for each edge, whatever the number of segments";
}

}  // namespace
}  // namespace causeway::schedule
