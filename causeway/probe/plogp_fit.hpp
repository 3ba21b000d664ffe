/// From the times of experiments to pLogP parameters: pure arithmetic.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/statistics/piecewise_linear.hpp"

#include <optional>
#include <span>
#include <vector>

namespace causeway::probe {

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
    platform::Plogp plogp;
    /// D(m): from the start of one isolated send until the message is there, to compare with the
    /// model's L + g(m): longer where a route stores and forwards, or shakes hands first.
    statistics::PiecewiseLinear delivery;
    Seconds round_trip;            ///< of empty messages
    bool latency_clamped = false;  ///< L would have been negative and was set to 0
    bool out_of_time = false;      ///< the largest sizes wanted were not measured
    int samples = 0;
    int outliers = 0;

    friend bool operator==(const PlogpMeasurement&, const PlogpMeasurement&) = default;
};

/// g(m) by saturation: (T(n messages) - T(1 message)) / (n - 1), from medians (Hoefler's PRTT; the idea
/// of Kielmann's g(0)). Kielmann's g(m) = RTT(m) - RTT(0) + g(0) would overestimate it where a route
/// stores and forwards, or where messages shake hands: several in flight overlap all that. Never
/// negative.
[[nodiscard]] Seconds gap(const SizeSamples& samples);

/// By how much `gap` may be off, from the intervals of the two medians.
[[nodiscard]] Seconds gap_uncertainty(const SizeSamples& samples);

/// All parameters: g by saturation; L = RTT(0)/2 - g(0), at least 0; os and or medians; D(m) =
/// T(1 message of m) - RTT(0)/2. `sizes`: at least one, increasing, the first one empty messages.
[[nodiscard]] PlogpMeasurement fit_plogp(std::span<const SizeSamples> sizes);

/// Where the gap bends: a size for each interval whose upper end misses the line through the two points
/// before it by more than `miss` (and by more than the uncertainties explain), in its middle
/// (Kielmann's refinement, which resolves the change from eager to rendezvous). Increasing; empty when
/// all is straight. `sizes` increasing.
[[nodiscard]] std::vector<Bytes> sizes_to_insert(std::span<const SizeSamples> sizes, double miss);

/// A measurement as plain numbers and back, for sending it.
[[nodiscard]] std::vector<double> to_numbers(const PlogpMeasurement& measurement);
[[nodiscard]] PlogpMeasurement from_numbers(std::span<const double> numbers);

}  // namespace causeway::probe
