/// Arithmetic of quantities.
#include "causeway/base/units.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace causeway::base {
namespace {

TEST(Units, SecondsAddScaleAndCompare) {
    Seconds time(1.5);
    time += Seconds(0.5);
    time -= Seconds(1.0);
    EXPECT_EQ(time, Seconds(1.0));
    EXPECT_EQ(3 * time + time * 2.0 - time / 2.0, Seconds(4.5));
    EXPECT_EQ(Seconds(3.0) / Seconds(2.0), 1.5);
    EXPECT_LT(Seconds(1e300), Seconds::infinity());
}

TEST(Units, SizeOverRateIsATime) {
    EXPECT_EQ(Bytes(1 << 20) / BytesPerSecond(1 << 21), Seconds(0.5));
}

TEST(Units, BytesAreExactBeyondThirtyTwoBits) {
    const Bytes four_gibibytes(std::int64_t{1} << 32U);
    EXPECT_EQ(3 * four_gibibytes - four_gibibytes + Bytes(1), Bytes((std::int64_t{1} << 33U) + 1));
}

TEST(Units, NumPartsRoundsUp) {
    EXPECT_EQ(num_parts(Bytes(0), Bytes(4)), 0);
    EXPECT_EQ(num_parts(Bytes(1), Bytes(4)), 1);
    EXPECT_EQ(num_parts(Bytes(4), Bytes(4)), 1);
    EXPECT_EQ(num_parts(Bytes(5), Bytes(4)), 2);
    EXPECT_EQ(num_parts(Bytes(std::int64_t{1} << 53U), Bytes(1)), std::int64_t{1} << 53U);
}

}  // namespace
}  // namespace causeway::base
