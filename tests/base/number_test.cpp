/// Numbers in texts.
#include "causeway/base/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace causeway::base {
namespace {

TEST(NumberIn, IsAllOfTheTextOrNothing) {
    EXPECT_EQ(number_in<double>("1.5e3"), 1500.0);
    EXPECT_EQ(number_in<int>("-7"), -7);
    EXPECT_EQ(number_in<std::int64_t>("9007199254740993"), 9007199254740993);
    for (const char* text : {"", " 1", "1 ", "1x", "x", "1,5", "+1"}) {
        EXPECT_FALSE(number_in<double>(text)) << text;
        EXPECT_FALSE(number_in<int>(text)) << text;
    }
}

TEST(NumberIn, IsNothingForWhatDoesNotFit) {
    EXPECT_FALSE(number_in<int>("1.5"));
    EXPECT_FALSE(number_in<int>("3000000000"));
    EXPECT_FALSE(number_in<double>("1e999"));
}

}  // namespace
}  // namespace causeway::base
