/// The text for LogGOPSim, by hand for small schedules.
#include "causeway/schedule/goal.hpp"
#include "tests/schedule/samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace causeway::schedule {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string goal_of(const Schedule& schedule, BlockSizes sizes, GoalOptions options = {}) {
    return to_goal(std::vector{schedule}, sizes, options);
}

TEST(Goal, a_process_passes_on_what_has_come_in_the_order_of_its_blocks) {
    EXPECT_EQ(goal_of(chain(3, 2), {Bytes(15), Bytes(10)}, {.title = "a chain"}),
              "// a chain\n"
              "num_ranks 3\n"
              "\nrank 0 {\n"
              "l1: send 10b to 1 tag 0\n"
              "l2: send 5b to 1 tag 1\n"
              "l2 irequires l1\n"
              "}\n"
              "\nrank 1 {\n"
              "l1: recv 10b from 0 tag 0\n"
              "l2: send 10b to 2 tag 0\n"
              "l2 requires l1\n"
              "l3: recv 5b from 0 tag 1\n"
              "l4: send 5b to 2 tag 1\n"
              "l4 requires l3\n"
              "l4 irequires l2\n"
              "}\n"
              "\nrank 2 {\n"
              "l1: recv 10b from 1 tag 0\n"
              "l2: recv 5b from 1 tag 1\n"
              "}\n");
}

TEST(Goal, what_is_combined_is_calculated_after_it_has_come_and_its_block_was_sent) {
    Builder builder(2, 1);
    builder.exchange(0, 1, {0, 1});
    const std::string text =
        goal_of(builder.finish(), {Bytes(1000), Bytes(1000)}, {.combining_per_byte = Seconds(2e-9)});
    EXPECT_THAT(text, HasSubstr("rank 0 {\n"
                                "l1: send 1000b to 1 tag 0\n"
                                "l2: recv 1000b from 1 tag 0\n"
                                "l3: calc 2000\n"
                                "l3 requires l2\n"
                                "l3 requires l1\n"
                                "}\n"));
}

TEST(Goal, a_send_waits_for_the_control_messages_before_it_and_these_for_all_that_came) {
    Builder builder(3, 1);
    builder.signal(0, 1);
    builder.signal(2, 1);
    builder.signal(1, 0);
    builder.transfer(1, 0, {0, 1});
    EXPECT_THAT(goal_of(builder.finish(), {Bytes(8), Bytes(8)}), HasSubstr("rank 1 {\n"
                                                                           "l1: recv 1b from 0 tag 0\n"
                                                                           "l2: recv 1b from 2 tag 0\n"
                                                                           "l3: calc 0\n"
                                                                           "l3 requires l1\n"
                                                                           "l3 requires l2\n"
                                                                           "l4: send 1b to 0 tag 0\n"
                                                                           "l4 requires l1\n"
                                                                           "l4 requires l3\n"
                                                                           "l5: send 8b to 0 tag 1\n"
                                                                           "l5 requires l3\n"
                                                                           "l5 irequires l4\n"
                                                                           "}\n"));
}

TEST(Goal, strands_share_blocks_but_no_messages) {
    Builder up(2, 1);
    up.reduce(1, 0, {0, 1});
    Builder down(2, 1);
    down.transfer(0, 1, {0, 1});
    const std::string text = to_goal(std::vector{up.finish(), down.finish()}, {Bytes(4), Bytes(4)}, {});
    EXPECT_THAT(text, StartsWith("num_ranks 2\n"
                                 "\nrank 0 {\n"
                                 "l1: recv 4b from 1 tag 0\n"
                                 "l2: calc 0\n"
                                 "l2 requires l1\n"
                                 "l3: send 4b to 1 tag 1\n"
                                 "l3 requires l2\n"
                                 "}\n"));
    EXPECT_THAT(text, HasSubstr("l2: recv 4b from 0 tag 1\nl2 requires l1\n"));
}

}  // namespace
}  // namespace causeway::schedule
