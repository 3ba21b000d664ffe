/// When calls count as slower than usual: what raises suspicion, and what does not.
#include "causeway/statistics/slowdown.hpp"

#include <gtest/gtest.h>

#include <random>

namespace causeway::statistics {
namespace {

Slowdown after_usual_calls(int calls, double seconds) {
    Slowdown result;
    result.add(1000.0);  // opens connections
    for (int i = 0; i < calls; ++i) {
        result.add(seconds);
    }
    return result;
}

TEST(Slowdown, KnowsNothingBeforeThereWereTwelveCalls) {
    EXPECT_FALSE(after_usual_calls(11, 1.0).ratio().has_value());
    ASSERT_TRUE(after_usual_calls(12, 1.0).ratio().has_value());
    EXPECT_EQ(after_usual_calls(12, 1.0).ratio(), 1.0);
    EXPECT_EQ(after_usual_calls(12, 2.0).usual(), 2.0);
}

TEST(Slowdown, IsSeenOnceNineOfTheLastTwelveCallsAreSlow) {
    Slowdown calls = after_usual_calls(30, 1.0);
    for (int i = 1; i <= 8; ++i) {
        calls.add(4.0);
        EXPECT_EQ(calls.ratio(), 1.0) << i;
    }
    calls.add(4.0);
    EXPECT_EQ(calls.ratio(), 4.0);
}

TEST(Slowdown, ItsEndIsSeenOnceNineOfTheLastTwelveCallsAreFast) {
    Slowdown calls = after_usual_calls(30, 4.0);
    for (int i = 1; i <= 8; ++i) {
        calls.add(1.0);
        EXPECT_EQ(calls.speedup(), 1.0) << i;
    }
    calls.add(1.0);
    EXPECT_EQ(calls.speedup(), 4.0);
    EXPECT_DOUBLE_EQ(calls.speedup(40.0).value(), 40.0 / 37.0);
    EXPECT_EQ(calls.ratio(), 0.25);
}

TEST(Slowdown, OfAProcessThatIsThroughEarlyIsHeldAgainstTheWholeCall) {
    Slowdown calls = after_usual_calls(12, 1.5);
    for (int i = 0; i < 12; ++i) {
        calls.add(5.5);
    }
    EXPECT_DOUBLE_EQ(calls.ratio(64.0).value(), 1.0625);
    EXPECT_DOUBLE_EQ(calls.ratio(1.0).value(), 5.5 / 1.5);
}

TEST(Slowdown, IsNotSeenInAFewCallsHoweverSlow) {
    Slowdown calls = after_usual_calls(20, 1.0);
    for (int i = 0; i < 100; ++i) {
        calls.add(i % 12 < 8 ? 1e6 : 1.0);
        EXPECT_LE(calls.ratio().value(), 1.0) << i;
    }
}

TEST(Slowdown, IsNotSeenInNoiseThatWasThereFromTheBeginning) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> noise(1.0, 3.0);
    Slowdown calls;
    for (int i = 0; i < 5000; ++i) {
        calls.add(noise(random));
        EXPECT_LT(calls.ratio().value_or(1.0), 1.3) << i;
    }
}

TEST(Slowdown, CountsWhatIsLostWhileCallsAreSlow) {
    Slowdown calls = after_usual_calls(30, 1.0);
    EXPECT_EQ(calls.lost(), 0.0);
    EXPECT_EQ(calls.count(), 30U);
    for (int i = 0; i < 10; ++i) {
        calls.add(4.0);
    }
    EXPECT_NEAR(calls.lost(), 10.0 * 2.85, 1e-9);
    for (int i = 0; i < 1000; ++i) {
        calls.add(1.0);
    }
    EXPECT_EQ(calls.lost(), 0.0);
}

TEST(Slowdown, LosesNothingByNoiseOrWhereTheWholeCallIsLong) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> noise(0.9, 1.2);
    Slowdown calls;
    Slowdown early;
    for (int i = 0; i < 5000; ++i) {
        calls.add(noise(random));
        early.add(i < 13 ? 1.0 : 3.0, 20.0);
        EXPECT_LT(calls.lost(), 1.0) << i;
        EXPECT_EQ(early.lost(), 0.0) << i;
    }
}

TEST(Slowdown, BeginsAnewWhenTold) {
    Slowdown calls = after_usual_calls(12, 1.0);
    calls.forget();
    EXPECT_FALSE(calls.usual().has_value());
    for (int i = 0; i < 13; ++i) {
        calls.add(4.0);
    }
    EXPECT_EQ(calls.ratio(), 1.0);
}

}  // namespace
}  // namespace causeway::statistics
