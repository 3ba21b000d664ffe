/// The histogram of lags.
#include "testbed/lag.hpp"

#include <gtest/gtest.h>

namespace causeway::testbed {
namespace {

TEST(LagHistogram, is_empty_at_first) {
    const LagHistogram lag;
    EXPECT_EQ(lag.count(), 0);
    EXPECT_EQ(lag.quantile(0.99), Seconds(0));
}

TEST(LagHistogram, gives_quantiles_to_within_a_class) {
    LagHistogram lag;
    for (int i = 1; i <= 1000; ++i) {
        lag.add(Seconds(i * 1e-6));
    }
    EXPECT_EQ(lag.count(), 1000);
    for (const double fraction : {0.1, 0.5, 0.99, 1.0}) {
        const double exact = fraction * 1e-3;
        EXPECT_GE(lag.quantile(fraction).value(), exact * 0.999);
        EXPECT_LE(lag.quantile(fraction).value(), exact * 1.101);
    }
}

TEST(LagHistogram, counts_the_early_and_the_absurdly_late) {
    LagHistogram lag;
    lag.add(Seconds(-1));
    lag.add(Seconds(1e9));
    EXPECT_EQ(lag.count(), 2);
}

TEST(LagHistogram, tells_what_was_added_since) {
    LagHistogram lag;
    lag.add(Seconds(1));
    const LagHistogram before = lag;
    lag.add(Seconds(1e-4));
    EXPECT_EQ(lag.since(before).count(), 1);
    EXPECT_LT(lag.since(before).quantile(1.0), Seconds(2e-4));
}

}  // namespace
}  // namespace causeway::testbed
