#include "causeway/discovery/pair_latency.hpp"

#include "causeway/fit/plogp_fit.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"
#include "causeway/statistics/shift.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

namespace causeway::discovery {

namespace {

std::vector<double> values_of(std::span<const Seconds> times) {
    std::vector<double> values;
    values.reserve(times.size());
    std::transform(times.begin(), times.end(), std::back_inserter(values), [](Seconds time) { return time.value(); });
    return values;
}

/// Half the interval of the median, as a part of the median.
double uncertainty_of(const statistics::Summary& summary) {
    return summary.median > 0.0 ? 0.5 * (summary.median_high - summary.median_low) / summary.median : 0.0;
}

}  // namespace

LatencyNumbers to_numbers(const PairLatency& latency) {
    return {latency.least.value(),
            latency.typical.value(),
            latency.median.value(),
            latency.uncertainty,
            static_cast<double>(latency.samples),
            latency.is_settled ? 1.0 : 0.0,
            latency.has_drifted ? 1.0 : 0.0};
}

PairLatency latency_from(std::span<const double, std::tuple_size_v<LatencyNumbers>> numbers) {
    return {.least = Seconds(numbers[0]),
            .typical = Seconds(numbers[1]),
            .median = Seconds(numbers[2]),
            .uncertainty = numbers[3],
            .samples = static_cast<int>(numbers[4]),
            .is_settled = numbers[5] != 0.0,
            .has_drifted = numbers[6] != 0.0};
}

bool fastest_agree(std::span<const Seconds> round_trips, double tolerance) {
    if (round_trips.size() < policy::kAgreeingTrips) {
        return false;
    }
    std::vector<double> times = values_of(round_trips);
    std::sort(times.begin(), times.end());
    return times[policy::kAgreeingTrips - 1] <= (1.0 + tolerance) * times.front();
}

bool agree(std::span<const Seconds> round_trips) {
    if (round_trips.size() < policy::kLeastOfLongTrips) {
        return false;
    }
    if (std::ranges::min(round_trips) > kLongRoundTrip) {
        return uncertainty_of(statistics::summarise(values_of(round_trips))) <= policy::kTightMedian;
    }
    return round_trips.size() >= policy::kLeastOfShortTrips && fastest_agree(round_trips, policy::kTightTrips);
}

bool are_enough(std::span<const Seconds> round_trips) {
    return round_trips.size() >= policy::kMostRoundTripsOfLatency || agree(round_trips);
}

PairLatency pair_latency(std::span<const Seconds> round_trips) {
    assert(!round_trips.empty());
    const std::vector<double> times = values_of(round_trips);
    const statistics::Summary summary = statistics::summarise(times);
    const std::optional<statistics::Shift> shift = statistics::shift_of_halves(times);
    return {.least = 0.5 * Seconds(summary.minimum),
            .typical = 0.5 * Seconds(fit::undisturbed(times)),
            .median = 0.5 * Seconds(summary.median),
            .uncertainty = uncertainty_of(summary),
            .samples = static_cast<int>(times.size()),
            .is_settled = agree(round_trips),
            .has_drifted = shift && shift->is_drift()};
}

bool show_their_spread(int round_trips) {
    return round_trips >= static_cast<int>(policy::kLeastOfShortTrips);
}

double resolution_of(const std::vector<double>& above_least) {
    return above_least.empty() ? 0.0 : policy::kResolutionsOfMeeting * statistics::median(above_least);
}

PairLatency sample_pair(base::FunctionRef<Seconds(Seconds expected)> round_trip, base::FunctionRef<Seconds()> now,
                        Seconds share, std::size_t least) {
    const Seconds end = now() + share;
    std::vector<Seconds> times{round_trip(Seconds(0.0))};
    Seconds fastest = times.front();
    while (times.size() < least || (now() + fastest < end && !are_enough(times))) {
        times.push_back(round_trip(fastest));
        fastest = std::min(fastest, times.back());
    }
    return pair_latency(times);
}

}  // namespace causeway::discovery
