/// Parameters from times made by a route whose parameters are known.
#include "causeway/fit/plogp_fit.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace causeway::fit {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kLatency = 5e-3;

/// The times of a route that delivers a message every g(m), after latency L, and empties n of them one
/// after the other; the answer takes L + g(0).
SizeSamples times_of(std::int64_t size, int messages, const std::function<double(std::int64_t)>& g) {
    const double overhead = 2 * kLatency + g(0);
    return {.size = Bytes(size),
            .sending = {1e-6},
            .single = {overhead + g(size)},
            .messages = messages,
            .burst = {overhead + messages * g(size)},
            .receiving = {2e-6}};
}

std::vector<SizeSamples> table_of(const std::vector<std::int64_t>& sizes,
                                  const std::function<double(std::int64_t)>& g) {
    std::vector<SizeSamples> result;
    for (const std::int64_t size : sizes) {
        result.push_back(times_of(size, 5, g));
    }
    return result;
}

double straight(std::int64_t size) {
    return 1e-5 + 5e-8 * static_cast<double>(size);
}

/// A handshake from 64 KiB on.
double jumping(std::int64_t size) {
    return straight(size) + (size >= 65536 ? 2e-3 : 0.0);
}

constexpr double kRounding = 1e-12;

TEST(FitPlogp, FindsTheParametersThatMadeTheTimes) {
    const auto sizes = table_of({0, 1024, 65536}, straight);
    const PlogpMeasurement fit = fit_plogp(sizes);
    EXPECT_NEAR(fit.plogp.latency.value(), kLatency, kRounding);
    for (const std::int64_t size : {0, 1024, 65536}) {
        EXPECT_NEAR(fit.plogp.gap_of(Bytes(size)).value(), straight(size), kRounding);
        // Here nothing stores and forwards: an isolated message takes what the model says.
        EXPECT_NEAR((*fit.plogp.delivery)(static_cast<double>(size)), kLatency + straight(size), kRounding);
    }
    EXPECT_FALSE(fit.latency_clamped);
    EXPECT_FALSE(fit.disturbed);
}

TEST(FitPlogp, LeavesOutTheLongerMessageThatSeemsToCostLess) {
    // The last size was disturbed: nothing supports it.
    auto sizes = table_of({0, 65536, 262144, 1048576}, straight);
    sizes.back().burst = {sizes.back().single.front() + 4 * 1e-4};
    const PlogpMeasurement fit = fit_plogp(sizes);
    EXPECT_EQ(fit.plogp.gap.points().size(), 3U);
    EXPECT_NEAR(fit.plogp.gap_of(Bytes(1048576)).value(), straight(1048576), 1e-9);
}

TEST(FitPlogp, LeavesOutTheShorterMessageThatLongerOnesContradict) {
    auto sizes = table_of({0, 65536, 262144, 1048576}, straight);
    sizes[1].burst = {sizes[1].single.front() + 4 * 0.04};  // dearer than 256 KiB, cheaper than 1 MiB
    const PlogpMeasurement fit = fit_plogp(sizes);
    EXPECT_NEAR(fit.plogp.gap_of(Bytes(262144)).value(), straight(262144), kRounding);
    EXPECT_NEAR(fit.plogp.gap_of(Bytes(1048576)).value(), straight(1048576), kRounding);
}

TEST(FitPlogp, ExtrapolatesFromPointsThatStandApart) {
    auto sizes = table_of({0, 65536, 262144, 1000000, 1048576}, straight);
    sizes.back().burst = {sizes.back().single.front() + 4 * 0.95 * straight(1048576)};
    const PlogpMeasurement fit = fit_plogp(sizes);
    EXPECT_EQ(fit.plogp.gap.points().size(), 4U);
    EXPECT_NEAR(fit.plogp.gap_of(Bytes(4194304)).value() / straight(4194304), 1.0, 0.07);
}

TEST(FitPlogp, PromisesNoRateWhereTheLongestMessageCostLessThanAShorterOne) {
    auto sizes = table_of({0, 1024, 4096, 16384}, straight);
    sizes[2].burst = {sizes[2].single.front() + 4 * 2.0 * straight(16384)};
    const PlogpMeasurement fit = fit_plogp(sizes);
    EXPECT_NEAR(fit.plogp.gap_of(Bytes(16384)).value(), 2.0 * straight(16384), kRounding);
    EXPECT_NEAR(fit.plogp.gap_of(Bytes(1048576)).value(), 64.0 * 2.0 * straight(16384), kRounding);
}

TEST(FitPlogp, NeverGivesANegativeLatency) {
    SizeSamples empty = times_of(0, 3, straight);
    empty.single = {1e-6};
    empty.burst = {5e-6};  // a gap of 2 us, above half the round trip
    const PlogpMeasurement fit = fit_plogp(std::vector{empty});
    EXPECT_EQ(fit.plogp.latency, Seconds(0.0));
    EXPECT_TRUE(fit.latency_clamped);
}

TEST(FitPlogp, BelievesAKnownRoundTripAgainstDisturbedOnes) {
    auto sizes = table_of({0, 1024}, straight);
    const Seconds known(1e-4);
    const PlogpMeasurement fit = fit_plogp(sizes, known);
    EXPECT_TRUE(fit.disturbed);
    EXPECT_EQ(fit.round_trip, known);
}

TEST(FitPlogp, LeavesOutSizesWithoutAGap) {
    auto sizes = table_of({0, 1024, 65536}, straight);
    sizes[1].burst = sizes[1].single;
    const PlogpMeasurement fit = fit_plogp(sizes);
    EXPECT_EQ(fit.plogp.gap.points().size(), 2U);
    EXPECT_GT(fit.plogp.gap_of(Bytes(1024)), Seconds(0.0));
}

TEST(FitPlogp, LeavesOutReceivesThatWaitedForAHandshake) {
    auto sizes = table_of({0, 1024, 65536}, straight);
    sizes[2].receiving.clear();
    EXPECT_EQ(fit_plogp(sizes).plogp.receive_overhead.points().size(), 2U);
}

TEST(Gap, IsNotSpoiltByAFewDisturbedSamples) {
    SizeSamples samples = times_of(1024, 5, straight);
    samples.single.push_back(1.0);
    samples.burst.push_back(2.0);
    EXPECT_NEAR(gap(samples).value(), straight(1024), kRounding);
    EXPECT_GT(gap_uncertainty(samples), Seconds(0.1));
}

TEST(Gap, IsNeverNegative) {
    SizeSamples samples = times_of(1024, 5, straight);
    samples.single = {1.0};
    EXPECT_EQ(gap(samples), Seconds(0.0));
}

TEST(Undisturbed, IsTheLowerQuartile) {
    EXPECT_EQ(undisturbed({3.0}), 3.0);
    EXPECT_EQ(undisturbed({4.0, 2.0, 3.0, 9.0}), 2.0);
    EXPECT_EQ(undisturbed({5.0, 4.0, 3.0, 2.0, 1.0}), 2.0);
    EXPECT_EQ(spread({1.0, 2.0, 4.0}), 1.0);
}

TEST(SizesToInsert, AreNoneOnAStraightLine) {
    EXPECT_THAT(sizes_to_insert(table_of({0, 1024, 4096, 16384, 65536, 262144}, straight), 0.05), IsEmpty());
}

TEST(SizesToInsert, HalveTheIntervalThatJumps) {
    EXPECT_THAT(sizes_to_insert(table_of({0, 16384, 32768, 65536}, jumping), 0.05), ElementsAre(Bytes(49152)));
}

TEST(SizesToInsert, CloseInOnAProtocolChange) {
    std::vector<std::int64_t> sizes{0, 1024, 4096, 16384, 65536, 262144};
    for (int depth = 0; depth < 20; ++depth) {
        for (const Bytes size : sizes_to_insert(table_of(sizes, jumping), 0.05)) {
            sizes.push_back(size.value());
        }
        std::sort(sizes.begin(), sizes.end());
    }
    const auto after = std::find(sizes.begin(), sizes.end(), 65536);
    EXPECT_LE(65536 - *(after - 1), 65536 / 10) << "the jump lies in an interval that is too long";
    EXPECT_LE(sizes.size(), 40U);
}

TEST(SizesToInsert, AreNoneWhereNoiseExplainsTheBend) {
    auto sizes = table_of({0, 16384, 32768, 65536}, jumping);
    sizes[3].burst = {sizes[3].burst[0], sizes[3].burst[0] + 0.1, sizes[3].burst[0] + 0.1};
    EXPECT_THAT(sizes_to_insert(sizes, 0.05), IsEmpty());
}

/// A message that shakes hands first, from 64 KiB on, takes a round trip longer; several in flight do not.
std::vector<SizeSamples> with_handshakes(std::vector<SizeSamples> sizes) {
    for (SizeSamples& samples : sizes) {
        if (samples.size >= Bytes(65536)) {
            samples.single.front() += 2.0 * kLatency;
            samples.burst.front() += 2.0 * kLatency;
        }
    }
    return sizes;
}

TEST(ProtocolChanges, AreFoundBetweenTheSizesAroundThem) {
    const auto sizes = with_handshakes(table_of({0, 1024, 16384, 65536, 262144}, straight));
    const auto changes = protocol_changes(sizes);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].above, Bytes(16384));
    EXPECT_EQ(changes[0].at_most, Bytes(65536));
    EXPECT_NEAR(changes[0].step.value(), 2.0 * kLatency, kRounding);
    EXPECT_THAT(sizes_to_insert(sizes, 0.05), ElementsAre(Bytes(40960)));
    EXPECT_EQ(fit_plogp(sizes).evidence.protocol_changes, changes);
}

TEST(ProtocolChanges, AtTheLargestSizeShowByTheGap) {
    const auto changes = protocol_changes(with_handshakes(table_of({0, 1024, 16384, 65536}, straight)));
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].at_most, Bytes(65536));
}

TEST(ProtocolChanges, AreNoneOnAStraightRouteNorWhereOneSizeWasDisturbed) {
    auto sizes = table_of({0, 1024, 16384, 65536, 262144}, straight);
    EXPECT_THAT(protocol_changes(sizes), IsEmpty());
    sizes[2].single = {1.0};
    EXPECT_THAT(protocol_changes(sizes), IsEmpty());
}

TEST(GapInterval, HoldsTheGapAndWidensWithTheScatter) {
    SizeSamples samples = times_of(65536, 5, straight);
    const platform::GapInterval exact = gap_interval(samples);
    EXPECT_EQ(exact.low, exact.high);
    EXPECT_EQ(exact.low, gap(samples));
    samples.burst = {samples.burst[0], samples.burst[0] + 4e-3};
    const platform::GapInterval wide = gap_interval(samples);
    EXPECT_NEAR((wide.high - wide.low).value(), 1e-3, kRounding);
    EXPECT_LE(wide.low, gap(samples));
    EXPECT_GE(wide.high, gap(samples));
}

TEST(DriftOf, TellsOnlyOfChanges) {
    std::vector<double> times(12, 0.02);
    EXPECT_FALSE(drift_of(times).has_value());
    std::fill(times.begin() + 6, times.end(), 0.03);
    const auto drift = drift_of(times);
    ASSERT_TRUE(drift.has_value());
    EXPECT_EQ(drift->before, Seconds(0.02));
    EXPECT_EQ(drift->after, Seconds(0.03));
}

TEST(FitPlogp, TakesAKnownRoundTripForAFewSamples) {
    auto sizes = table_of({0, 1024, 65536}, straight);
    const Seconds known(1.05 * sizes.front().single.front());
    EXPECT_EQ(fit_plogp(sizes, known).round_trip, known);
    sizes.front().single.assign(6, sizes.front().single.front());
    EXPECT_EQ(fit_plogp(sizes, known).round_trip.value(), sizes.front().single.front());
}

TEST(ImplausibleSizes, AreBothOfAPairThatContradictsItself) {
    auto sizes = table_of({0, 1024, 4096, 16384}, straight);
    EXPECT_THAT(implausible_sizes(sizes, 0.1), IsEmpty());
    sizes[1].burst = {1.0};
    EXPECT_THAT(implausible_sizes(sizes, 0.1), ElementsAre(1U, 2U));
}

/// One more look at a size, undisturbed, of a route with gap `g`.
void look_again(SizeSamples& samples, const std::function<double(std::int64_t)>& g) {
    const SizeSamples look = times_of(samples.size.value(), samples.messages, g);
    samples.single.push_back(look.single.front());
    samples.burst.push_back(look.burst.front());
}

TEST(SurprisingSizes, AreNoneOnAStraightRoute) {
    EXPECT_THAT(surprising_sizes(table_of({0, 1024, 16384, 65536, 262144}, straight)), IsEmpty());
}

TEST(SurprisingSizes, AreTheDisturbedOneAndItsNeighboursUntilAnotherLookSettlesIt) {
    // Of the times of one size, what was disturbed and by how much: a burst makes the gap longer, a single message
    // shorter.
    struct Outlier {
        std::size_t size;
        bool is_burst;
        double seconds;
    };
    for (const Outlier& outlier : {Outlier{3, true, 13e-3}, Outlier{3, false, 12e-3}, Outlier{4, true, 1.0},
                                   Outlier{4, false, 50e-3}, Outlier{2, true, 5e-3}}) {
        auto sizes = table_of({0, 4096, 16384, 65536, 262144}, straight);
        (outlier.is_burst ? sizes[outlier.size].burst : sizes[outlier.size].single).front() += outlier.seconds;
        const std::vector<std::size_t> suspects = surprising_sizes(sizes);
        EXPECT_THAT(suspects, testing::Contains(outlier.size));
        for (const std::size_t suspect : suspects) {
            look_again(sizes[suspect], straight);
        }
        EXPECT_THAT(surprising_sizes(sizes), IsEmpty());
        EXPECT_NEAR(fit_plogp(sizes).plogp.gap_of(Bytes(1048576)).value() / straight(1048576), 1.0, 1e-6);
    }
}

TEST(SurprisingSizes, AreBelievedWhenLookedAtOftenEnough) {
    const auto much_dearer = [](std::int64_t size) { return (size >= 65536 ? 3.0 : 1.0) * straight(size); };
    auto sizes = table_of({0, 1024, 16384, 65536}, much_dearer);
    EXPECT_THAT(surprising_sizes(sizes), ElementsAre(2, 3));
    for (SizeSamples& samples : sizes) {
        look_again(samples, much_dearer);
        look_again(samples, much_dearer);
    }
    EXPECT_THAT(surprising_sizes(sizes), IsEmpty());
}

TEST(PlogpMeasurement, SurvivesBeingSent) {
    PlogpMeasurement sent = fit_plogp(table_of({0, 1024, 65536}, jumping));
    sent.out_of_time = true;
    sent.evidence.outliers = 3;
    sent.evidence.drift = platform::Drift{.before = Seconds(1.0), .after = Seconds(2.0), .probability = 0.001};
    EXPECT_EQ(from_numbers(to_numbers(sent)), sent);
    sent.disturbed = true;
    EXPECT_EQ(from_numbers(to_numbers(sent)), sent);
}

}  // namespace
}  // namespace causeway::fit
