/// Speeds as operators write them.
#include "causeway/graph/link_speed.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace causeway::graph {
namespace {

TEST(SpeedIn, ReadsNumbersWithUnits) {
    for (const auto& [text, megabits] : {std::pair<const char*, double>{"10 Gbps", 10000.0},
                                         {"2.5G", 2500.0},
                                         {"155 Mbit/s", 155.0},
                                         {"1G Ethernet", 1000.0},
                                         {"10GE", 10000.0},
                                         {"512 kbps", 0.512},
                                         {"(100 Mb/s)", 100.0},
                                         {"1.2 Tbps", 1.2e6},
                                         {"10 GigE", 10000.0},
                                         {"34M leased line", 34.0}}) {
        const auto speed = speed_in(text);
        ASSERT_TRUE(speed) << text;
        EXPECT_DOUBLE_EQ(speed->value(), megabits * 1e6 / 8.0) << text;
    }
}

TEST(SpeedIn, KnowsTheStandardRates) {
    EXPECT_DOUBLE_EQ(speed_in("OC-192")->value(), 192 * 51.84e6 / 8.0);
    EXPECT_DOUBLE_EQ(speed_in("oc48c")->value(), 48 * 51.84e6 / 8.0);
    EXPECT_DOUBLE_EQ(speed_in("STM-16 ring")->value(), 16 * 155.52e6 / 8.0);
    EXPECT_DOUBLE_EQ(speed_in("DS-3")->value(), 44.736e6 / 8.0);
    EXPECT_EQ(speed_in("T3"), speed_in("DS3"));
    EXPECT_DOUBLE_EQ(speed_in("E1")->value(), 2.048e6 / 8.0);
    EXPECT_DOUBLE_EQ(speed_in("GigE")->value(), 1e9 / 8.0);
}

TEST(SpeedIn, DoesNotGuess) {
    for (const char* text : {"", "dark fibre", "> 45 Mbps", "<=155M", "2x2.5G", "10-100 Mbps", "10 G or 1 G",
                             "3 x 155M", "line 5 Munich", "Route 10", "0 Mbps", "GE 2008", "MT1x"}) {
        EXPECT_FALSE(speed_in(text)) << text;
    }
    EXPECT_FALSE(speed_in("10 G" + std::string(100000, 'x'))) << "prose";
}

}  // namespace
}  // namespace causeway::graph
