/// When round trips of one pair are enough, and what they then say.
#include "causeway/discovery/pair_latency.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace causeway::discovery {
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

TEST(PairLatency, OfTheFastestThreeAreEnoughWhateverTheOthersAre) {
    EXPECT_FALSE(fastest_agree(milliseconds({20.0, 20.0}), 0.05));
    EXPECT_TRUE(fastest_agree(milliseconds({35.0, 20.0, 20.9, 60.0, 20.1}), 0.05));
    EXPECT_FALSE(fastest_agree(milliseconds({35.0, 20.0, 21.2, 60.0, 20.1}), 0.05));
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

TEST(PairLatency, ComesOutOfItsNumbersAsItWas) {
    const PairLatency latency = pair_latency(milliseconds({20.0, 20.5, 20.1, 25.0}));
    const PairLatency found = latency_from(to_numbers(latency));
    EXPECT_EQ(to_numbers(found), to_numbers(latency));
    EXPECT_EQ(found.least, latency.least);
    EXPECT_EQ(found.median, latency.median);
    EXPECT_EQ(found.samples, 4);
    EXPECT_EQ(found.is_settled, latency.is_settled);
}

TEST(PairLatency, TellsThatItChangedMeanwhile) {
    EXPECT_TRUE(pair_latency(milliseconds({20, 21, 20, 21, 20, 20, 31, 30, 31, 30, 31, 30})).has_drifted);
    EXPECT_FALSE(pair_latency(milliseconds({20, 31, 20, 31, 20, 30, 31, 20, 31, 20, 31, 30})).has_drifted);
}

/// A clock, and a peer at a distance; `extra()`: what disturbs a round trip.
struct Peer {
    double round_trip;
    double now = 50.0;

    template <typename Extra>
    PairLatency sample(Seconds share, Extra extra) {
        return sample_pair(
            [&](Seconds) {
                const double time = round_trip + extra();
                now += time;
                return Seconds(time);
            },
            [&] { return Seconds(now); }, share);
    }
};

TEST(SamplePair, StopsByItsRuleOnASteadyRoute) {
    Peer near{.round_trip = 100e-6};
    EXPECT_EQ(near.sample(Seconds(1.0), [] { return 0.0; }).samples, 10);
    Peer far{.round_trip = 20e-3};
    const PairLatency pair = far.sample(Seconds(1.0), [] { return 0.0; });
    EXPECT_EQ(pair.samples, 3);
    EXPECT_TRUE(pair.is_settled);
    EXPECT_DOUBLE_EQ(pair.least.value(), 10e-3);
}

TEST(SamplePair, HasOneRoundTripWithoutTimeAndNeverMoreThanThereIsTimeFor) {
    Peer none{.round_trip = 20e-3};
    const PairLatency pair = none.sample(Seconds(0.0), [] { return 0.0; });
    EXPECT_EQ(pair.samples, 1);
    EXPECT_FALSE(pair.is_settled);
    for (const double share : {30e-3, 50e-3, 100e-3, 500e-3}) {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            base::Random random(seed);
            Peer peer{.round_trip = 20e-3};
            const double begin = peer.now;
            double last = 0.0;
            static_cast<void>(peer.sample(Seconds(share), [&] { return last = random.between(0.0, 20e-3); }));
            // The fastest so far fitted; the last may have been slower by its disturbance.
            EXPECT_LE(peer.now - begin, share + last);
        }
    }
}

TEST(SamplePair, ExpectsNothingAtFirstAndThenTheFastestSoFar) {
    std::vector<Seconds> expected;
    Seconds now(0.0);
    const std::vector<double> times{30e-3, 20e-3, 25e-3};
    static_cast<void>(sample_pair(
        [&](Seconds next) {
            const Seconds time(times.at(expected.size()));
            expected.push_back(next);
            now += time;
            return time;
        },
        [&] { return now; }, Seconds(80e-3)));
    EXPECT_EQ(expected, (std::vector<Seconds>{Seconds(0.0), Seconds(30e-3), Seconds(20e-3)}));
}

TEST(SamplePair, FindsTheNetworkUnderSpikesAndStopsInTheEnd) {
    for (const double round_trip : {100e-6, 20e-3}) {
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            base::Random random(seed);
            Peer peer{.round_trip = round_trip};
            const PairLatency pair = peer.sample(Seconds(100.0), [&] {
                return random.between(0.0, 0.05 * round_trip) + (random.below(10) == 0 ? 5e-3 : 0.0);
            });
            EXPECT_LE(pair.samples, 40);
            EXPECT_NEAR(pair.least.value(), 0.5 * round_trip, 0.05 * round_trip) << "seed " << seed;
            EXPECT_LE(pair.least, pair.typical);
            EXPECT_LE(pair.typical, pair.median);
        }
    }
}

TEST(SamplePair, GivesUpAfterFortyThatDoNotAgree) {
    base::Random random(7);
    Peer peer{.round_trip = 5e-3};
    const PairLatency pair = peer.sample(Seconds(1000.0), [&] { return random.between(0.0, 100e-3); });
    EXPECT_EQ(pair.samples, 40);
    EXPECT_FALSE(pair.is_settled);
}

}  // namespace
}  // namespace causeway::discovery
