/// The layout, to the blank: scripts cut columns.
#include "causeway/report/osu_table.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace causeway::report {
namespace {

TEST(OsuTable, sizes_stand_left_and_microseconds_right) {
    EXPECT_EQ(osu_table("Broadcast", true,
                        std::vector<OsuRow>{{Bytes(1), Seconds(95.12e-6)}, {Bytes(1048576), Seconds(0.123456)}}),
              "\n# OSU MPI Broadcast Latency Test v7.0\n"
              "# Size       Avg Latency(us)\n"
              "1                      95.12\n"
              "1048576            123456.00\n");
}

TEST(OsuTable, a_barrier_has_no_size) {
    EXPECT_EQ(osu_table("Barrier", false, std::vector<OsuRow>{{Bytes(0), Seconds(8.63e-6)}}),
              "\n# OSU MPI Barrier Latency Test v7.0\n"
              "# Avg Latency(us)\n"
              "             8.63\n");
}

}  // namespace
}  // namespace causeway::report
