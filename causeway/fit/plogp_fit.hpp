/// From the times of experiments to pLogP parameters: pure arithmetic.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/statistics/piecewise_linear.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace causeway::fit {

/// The experiments with one message size, in seconds.
struct SizeSamples {
    Bytes size;
    std::vector<double> sending;  ///< in the call that starts a send
    std::vector<double> single;   ///< one message, then an empty answer
    int messages = 2;             ///< in a burst, >= 2
    std::vector<double> burst;    ///< that many messages back to back, then an empty answer
    /// Receiving a message that had arrived; empty where messages of this size wait for a handshake.
    std::vector<double> receiving;
};

/// What was measured between two processes.
struct PlogpMeasurement {
    platform::Plogp plogp;         ///< with its delivery times
    Seconds round_trip;            ///< of empty messages
    bool latency_clamped = false;  ///< L would have been negative and was set to 0
    bool disturbed = false;        ///< round trips were far longer than known before, which then counts
    bool out_of_time = false;      ///< the largest sizes wanted were not measured
    int contradictions = 0;        ///< sizes that `implausible_sizes` still names
    /// How well all this is known. `fit_plogp` knows the round trips among its samples only, and no drift.
    platform::TransferEvidence evidence = {};

    friend bool operator==(const PlogpMeasurement&, const PlogpMeasurement&) = default;
};

/// A round trip above the one known from before by more than this factor was disturbed.
inline constexpr double kDisturbed = 1.5;

/// The lower quartile (of up to four values the smallest). What disturbs a measurement, mostly a core
/// taken by somebody else, only ever adds to it: on a busy machine the median of few samples is the
/// disturbance, on a quiet one the two hardly differ. Requires a non-empty sample.
[[nodiscard]] double undisturbed(std::vector<double> sample);

/// By how much the median exceeds `undisturbed`.
[[nodiscard]] double spread(const std::vector<double>& sample);

/// g(m) by saturation: (T(n messages) - T(1 message)) / (n - 1), from undisturbed times (Hoefler's PRTT;
/// the idea of Kielmann's g(0)). Kielmann's g(m) = RTT(m) - RTT(0) + g(0) would overestimate it where a
/// route stores and forwards, or where messages shake hands: several in flight overlap all that. Never
/// negative.
[[nodiscard]] Seconds gap(const SizeSamples& samples);

/// By how much `gap` may be off, from the spreads of both times.
[[nodiscard]] Seconds gap_uncertainty(const SizeSamples& samples);

/// All parameters: g by saturation, without sizes for which it did not come out positive; L = RTT(0)/2 - g(0), at least
/// 0; os and or medians; D(m) = T(1 message of m) - RTT(0)/2. `sizes`: at least one, increasing, the first one empty
/// messages. `known_round_trip`: of empty messages, from other measurements.
[[nodiscard]] PlogpMeasurement fit_plogp(std::span<const SizeSamples> sizes,
                                         std::optional<Seconds> known_round_trip = {});

/// Where the gap bends: a size for each interval whose upper end misses the line through the two points
/// before it by more than `miss` (and by more than the uncertainties explain), in its middle
/// (Kielmann's refinement, which resolves the change from eager to rendezvous). Increasing; empty when
/// all is straight. Likewise where a protocol changes (`protocol_changes`). `sizes` increasing.
[[nodiscard]] std::vector<Bytes> sizes_to_insert(std::span<const SizeSamples> sizes, double miss);

/// Where a single message takes a step longer than the size before and the slope behind let expect: by half a round
/// trip at least, and by more than the scatter explains. A message that shakes hands first takes a whole one.
/// Increasing.
[[nodiscard]] std::vector<platform::ProtocolChange> protocol_changes(std::span<const SizeSamples> sizes);

/// The interval of g(m), from those of both medians (statistics::Summary); around `gap`, never negative.
[[nodiscard]] platform::GapInterval gap_interval(const SizeSamples& samples);

/// The median of `round_trips`, in seconds, with its interval. Requires a non-empty sample.
[[nodiscard]] platform::MedianInterval median_interval(const std::vector<double>& round_trips);

/// Whether round trips, in seconds and in the order of time, changed meanwhile (statistics::Shift); nothing if not.
[[nodiscard]] std::optional<platform::Drift> drift_of(std::span<const double> round_trips);

/// Indices of the sizes whose gap and that of a neighbour contradict each other: the longer message would
/// cost less, by more than `miss` and the uncertainties. At least one of the two was disturbed. Increasing.
[[nodiscard]] std::vector<std::size_t> implausible_sizes(std::span<const SizeSamples> sizes, double miss);

/// Rates are known from messages of this size on; below, what is fixed per message counts.
inline constexpr Bytes kLeastRateSize(16 * 1024);

/// Indices of the sizes at which the gap grows so differently from below that one look is not enough: beyond
/// kLeastRateSize, where a byte costs over 1.5 times, or less than that part, of what it cost between the two sizes
/// before. The size and the one before it, either of which may have been disturbed, as long as they were looked at
/// fewer than three times: what was found so often is how the route is (a handshake, a cache that is too small).
/// Increasing. `sizes` increasing.
[[nodiscard]] std::vector<std::size_t> surprising_sizes(std::span<const SizeSamples> sizes);

/// A measurement as plain numbers and back, for sending it.
[[nodiscard]] std::vector<double> to_numbers(const PlogpMeasurement& measurement);
[[nodiscard]] PlogpMeasurement from_numbers(std::span<const double> numbers);

}  // namespace causeway::fit
