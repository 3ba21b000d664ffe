/// When round trips of one pair are enough, and what they then say.
#include "causeway/probe/pair_latency.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace causeway::probe {
namespace {

std::vector<Seconds> milliseconds(const std::vector<double>& times) {
    std::vector<Seconds> result;
    for (const double time : times) {
        result.emplace_back(1e-3 * time);
    }
    return result;
}

TEST(PairLatency, ThreeLongRoundTripsThatAgreeAreEnough) {
    EXPECT_FALSE(agree(milliseconds({20.0})));
    EXPECT_FALSE(agree(milliseconds({20.0, 20.0})));
    EXPECT_TRUE(agree(milliseconds({20.0, 20.5, 20.1})));
    EXPECT_FALSE(agree(milliseconds({20.0, 25.0, 20.1})));
}

TEST(PairLatency, AnOutlierAmongManyLongRoundTripsDoesNotMatter) {
    EXPECT_FALSE(agree(milliseconds({20.0, 25.0, 20.1, 20.0, 20.2, 20.1})));
    EXPECT_TRUE(agree(milliseconds({20.0, 25.0, 20.1, 20.0, 20.2, 20.1, 20.0, 20.1, 20.1})));
}

TEST(PairLatency, OfShortRoundTripsThereAreTenAndTheFastestAgree) {
    EXPECT_FALSE(agree(milliseconds({0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1})));
    EXPECT_TRUE(agree(milliseconds({0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.1, 0.101, 0.102})));
    EXPECT_FALSE(agree(milliseconds({0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.1, 0.101, 0.103})));
}

TEST(PairLatency, IsHalfTheRoundTrip) {
    const PairLatency pair = pair_latency(milliseconds({24.0, 20.0, 21.0, 22.0, 30.0}));
    EXPECT_DOUBLE_EQ(pair.least.value(), 10e-3);
    EXPECT_DOUBLE_EQ(pair.typical.value(), 10.5e-3);
    EXPECT_DOUBLE_EQ(pair.median.value(), 11e-3);
    EXPECT_DOUBLE_EQ(pair.uncertainty, 0.5 * (30.0 - 20.0) / 22.0);
    EXPECT_EQ(pair.samples, 5);
    EXPECT_FALSE(pair.is_settled);
    EXPECT_FALSE(pair.has_drifted);
}

TEST(PairLatency, TellsThatItChangedMeanwhile) {
    EXPECT_TRUE(pair_latency(milliseconds({20, 21, 20, 21, 20, 20, 31, 30, 31, 30, 31, 30})).has_drifted);
    EXPECT_FALSE(pair_latency(milliseconds({20, 31, 20, 31, 20, 30, 31, 20, 31, 20, 31, 30})).has_drifted);
}

}  // namespace
}  // namespace causeway::probe
