/// What the MPI library's own collectives took on the processes that a plan is for.
#include "causeway/planner/measured_native.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace causeway::planner {
namespace {

TEST(MeasuredNativeTime, IsThatOfTheSameHostsInTheSameOrder) {
    platform::Platform platform;
    platform.native.push_back({"broadcast", {"a", "b"}, statistics::PiecewiseLinear({{0.0, 1.0}, {100.0, 2.0}})});
    EXPECT_EQ(measured_native(platform, "broadcast", {"a", "b"}, Bytes(50)), Seconds(1.5));
    EXPECT_EQ(measured_native(platform, "broadcast", {"b", "a"}, Bytes(50)), std::nullopt);
    EXPECT_EQ(measured_native(platform, "broadcast", {"a"}, Bytes(50)), std::nullopt);
    EXPECT_EQ(measured_native(platform, "reduce", {"a", "b"}, Bytes(50)), std::nullopt);
}

TEST(MeasuredNativeTime, IsNotDrawnOutToSizesOfWhichItSaysNothing) {
    platform::Platform platform;
    platform.native = {{"broadcast", {"a"}, statistics::PiecewiseLinear({{1000, 1.0}})},
                       {"broadcast", {"b"}, statistics::PiecewiseLinear({{1000, 1.0}, {2000, 2.0}})}};
    EXPECT_EQ(measured_native(platform, "broadcast", {"a"}, Bytes(500)), Seconds(1.0));
    EXPECT_EQ(measured_native(platform, "broadcast", {"a"}, Bytes(1001)), std::nullopt);
    EXPECT_EQ(measured_native(platform, "broadcast", {"b"}, Bytes(32000)), Seconds(32.0));
    EXPECT_EQ(measured_native(platform, "broadcast", {"b"}, Bytes(32001)), std::nullopt);
}

}  // namespace
}  // namespace causeway::planner
