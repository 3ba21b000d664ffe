#include "causeway/fit/plogp_fit.hpp"

#include "causeway/statistics/sample.hpp"
#include "causeway/statistics/shift.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

namespace causeway::fit {

namespace {

using statistics::PiecewiseLinear;
using statistics::summarise;
using statistics::Summary;

double x_of(const SizeSamples& samples) {
    return static_cast<double>(samples.size.value());
}

// Fewer round trips than this have no 95 % interval: what is known from elsewhere is better.
constexpr std::size_t kEnough = 6;

// A gap above that of a longer message by this much is worth a remark.
constexpr double kContradiction = 0.25;

/// An interval shorter than this, or than a tenth of its upper end, is not cut further.
constexpr double kShortestInterval = 32.0;
constexpr double kShortestRelativeInterval = 0.1;

bool can_be_cut(double low, double high) {
    return high - low > std::max(kShortestInterval, kShortestRelativeInterval * high);
}

bool bends(const SizeSamples& first, const SizeSamples& second, const SizeSamples& third, double miss) {
    const double ratio = (x_of(third) - x_of(second)) / (x_of(second) - x_of(first));
    const double value = gap(third).value();
    const double extrapolated = gap(second).value() + ratio * (gap(second) - gap(first)).value();
    const double noise = gap_uncertainty(third).value() + (1.0 + ratio) * gap_uncertainty(second).value() +
                         ratio * gap_uncertainty(first).value();
    return std::abs(extrapolated - value) > std::max(miss * value, noise);
}

PiecewiseLinear table(std::vector<PiecewiseLinear::Point> points) {
    return points.empty() ? PiecewiseLinear() : PiecewiseLinear(std::move(points));
}

void append(std::vector<double>& numbers, const PiecewiseLinear& table) {
    numbers.push_back(static_cast<double>(table.points().size()));
    for (const PiecewiseLinear::Point& point : table.points()) {
        numbers.push_back(point.x);
        numbers.push_back(point.y);
    }
}

void append(std::vector<double>& numbers, const platform::TransferEvidence& evidence) {
    const platform::MedianInterval& trip = evidence.round_trip;
    numbers.insert(numbers.end(), {trip.median.value(), trip.low.value(), trip.high.value(),
                                   static_cast<double>(trip.samples), static_cast<double>(evidence.samples),
                                   static_cast<double>(evidence.outliers), static_cast<double>(evidence.gaps.size()),
                                   static_cast<double>(evidence.protocol_changes.size()), evidence.drift ? 1.0 : 0.0});
    for (const platform::GapInterval& gap : evidence.gaps) {
        numbers.insert(numbers.end(), {static_cast<double>(gap.size.value()), gap.low.value(), gap.high.value()});
    }
    for (const platform::ProtocolChange& change : evidence.protocol_changes) {
        numbers.insert(numbers.end(), {static_cast<double>(change.above.value()),
                                       static_cast<double>(change.at_most.value()), change.step.value()});
    }
    if (evidence.drift) {
        numbers.insert(numbers.end(),
                       {evidence.drift->before.value(), evidence.drift->after.value(), evidence.drift->probability});
    }
}

/// Takes numbers from the front, one after another.
class Reader {
public:
    explicit Reader(std::span<const double> numbers) : numbers_(numbers) {}

    double number() {
        const double result = numbers_.front();
        numbers_ = numbers_.subspan(1);
        return result;
    }

    PiecewiseLinear table() {
        std::vector<PiecewiseLinear::Point> points(static_cast<std::size_t>(number()));
        for (PiecewiseLinear::Point& point : points) {
            point.x = number();
            point.y = number();
        }
        return PiecewiseLinear(std::move(points));
    }

    platform::TransferEvidence evidence() {
        platform::TransferEvidence result;
        result.round_trip.median = Seconds(number());
        result.round_trip.low = Seconds(number());
        result.round_trip.high = Seconds(number());
        result.round_trip.samples = static_cast<int>(number());
        result.samples = static_cast<int>(number());
        result.outliers = static_cast<int>(number());
        result.gaps.resize(static_cast<std::size_t>(number()));
        result.protocol_changes.resize(static_cast<std::size_t>(number()));
        const bool has_drift = number() != 0.0;
        for (platform::GapInterval& gap : result.gaps) {
            gap.size = Bytes(static_cast<std::int64_t>(number()));
            gap.low = Seconds(number());
            gap.high = Seconds(number());
        }
        for (platform::ProtocolChange& change : result.protocol_changes) {
            change.above = Bytes(static_cast<std::int64_t>(number()));
            change.at_most = Bytes(static_cast<std::int64_t>(number()));
            change.step = Seconds(number());
        }
        if (has_drift) {
            result.drift.emplace();
            result.drift->before = Seconds(number());
            result.drift->after = Seconds(number());
            result.drift->probability = number();
        }
        return result;
    }

private:
    std::span<const double> numbers_;
};

/// A longer message never costs less. Of two points that say so one was disturbed: the shorter, if a third one agrees
/// with the longer; else the longer. Small messages, whose gaps are noise anyway, are left as they are.
std::vector<PiecewiseLinear::Point> without_contradictions(std::vector<PiecewiseLinear::Point> gaps) {
    constexpr double kNoise = 0.9;
    std::vector<PiecewiseLinear::Point> kept;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const PiecewiseLinear::Point& point = gaps[i];
        const bool contradicts = !kept.empty() && kept.back().x >= static_cast<double>(kLeastRateSize.value()) &&
                                 point.y < kNoise * kept.back().y;
        if (!contradicts) {
            kept.push_back(point);
            continue;
        }
        const bool is_supported = std::any_of(gaps.begin() + static_cast<std::ptrdiff_t>(i) + 1, gaps.end(),
                                              [&](const PiecewiseLinear::Point& later) { return later.y >= point.y; });
        if (is_supported) {
            kept.back() = point;
        }
    }
    return kept;
}

/// Tables are extrapolated from their last two points: those close to the last one, where a little noise would turn
/// the line, are left out.
std::vector<PiecewiseLinear::Point> with_room_at_the_end(std::vector<PiecewiseLinear::Point> points) {
    constexpr double kRoom = 2.0;
    while (points.size() > 2 && kRoom * points[points.size() - 2].x > points.back().x) {
        points.erase(points.end() - 2);
    }
    return points;
}

/// Where the longest message is the only one that may tell a rate, and cost less than a shorter one, which of the two
/// was disturbed is open, and the line through them says nothing of longer ones, which would cost no more at all: it
/// costs as much as the dearest, and longer ones as much more as they are longer.
std::vector<PiecewiseLinear::Point> going_on_from_the_dearest(std::vector<PiecewiseLinear::Point> gaps) {
    constexpr double kLonger = 4.0;
    if (gaps.size() < 2) {
        return gaps;
    }
    const double dearest = std::ranges::max(gaps, {}, &PiecewiseLinear::Point::y).y;
    PiecewiseLinear::Point& longest = gaps.back();
    const bool is_only_one = longest.x > 0.0 && longest.x <= static_cast<double>(kLeastRateSize.value());
    if (is_only_one && longest.y < dearest) {
        longest.y = dearest;
        gaps.push_back({kLonger * longest.x, kLonger * dearest});
    }
    return gaps;
}

}  // namespace

double undisturbed(std::vector<double> sample) {
    assert(!sample.empty());
    const auto quartile = sample.begin() + static_cast<std::ptrdiff_t>((sample.size() - 1) / 4);
    std::nth_element(sample.begin(), quartile, sample.end());
    return *quartile;
}

double spread(const std::vector<double>& sample) {
    return statistics::median(sample) - undisturbed(sample);
}

Seconds gap(const SizeSamples& samples) {
    assert(samples.messages >= 2);
    const double difference = undisturbed(samples.burst) - undisturbed(samples.single);
    return Seconds(std::max(0.0, difference / (samples.messages - 1)));
}

Seconds gap_uncertainty(const SizeSamples& samples) {
    return Seconds((spread(samples.burst) + spread(samples.single)) / (samples.messages - 1));
}

PlogpMeasurement fit_plogp(std::span<const SizeSamples> sizes, std::optional<Seconds> known_round_trip) {
    assert(!sizes.empty() && sizes.front().size == Bytes(0));
    PlogpMeasurement result;
    result.round_trip = Seconds(undisturbed(sizes.front().single));
    if (known_round_trip && result.round_trip > kDisturbed * *known_round_trip) {
        result.round_trip = *known_round_trip;
        result.disturbed = true;
    } else if (known_round_trip && sizes.front().single.size() < kEnough) {
        result.round_trip = *known_round_trip;  // from many pairs of hosts, or many samples of one
    }
    const Seconds one_way = result.round_trip / 2.0;
    const Seconds latency = one_way - gap(sizes.front());
    result.latency_clamped = latency < Seconds(0.0);
    result.plogp.latency = std::max(Seconds(0.0), latency);

    std::vector<PiecewiseLinear::Point> gaps;
    std::vector<PiecewiseLinear::Point> sending;
    std::vector<PiecewiseLinear::Point> receiving;
    std::vector<PiecewiseLinear::Point> deliveries;
    for (const SizeSamples& samples : sizes) {
        const double x = x_of(samples);
        const Summary single = summarise(samples.single);
        const Summary burst = summarise(samples.burst);
        if (gaps.empty() || gap(samples) > Seconds(0.0)) {
            gaps.push_back({x, gap(samples).value()});
        }
        sending.push_back({x, statistics::median(samples.sending)});
        deliveries.push_back({x, std::max(0.0, undisturbed(samples.single) - one_way.value())});
        if (!samples.receiving.empty()) {
            receiving.push_back({x, statistics::median(samples.receiving)});
        }
        result.evidence.samples += static_cast<int>(single.count + burst.count);
        result.evidence.outliers += static_cast<int>(single.outliers + burst.outliers);
        result.evidence.gaps.push_back(gap_interval(samples));
    }
    result.evidence.round_trip = median_interval(sizes.front().single);
    result.evidence.protocol_changes = protocol_changes(sizes);
    result.contradictions = static_cast<int>(implausible_sizes(sizes, kContradiction).size());
    result.plogp.gap = table(going_on_from_the_dearest(with_room_at_the_end(without_contradictions(std::move(gaps)))));
    result.plogp.send_overhead = table(std::move(sending));
    result.plogp.receive_overhead = table(std::move(receiving));
    result.plogp.delivery = table(with_room_at_the_end(std::move(deliveries)));
    return result;
}

std::vector<Bytes> sizes_to_insert(std::span<const SizeSamples> sizes, double miss) {
    const std::vector<platform::ProtocolChange> changes = protocol_changes(sizes);
    std::vector<Bytes> result;
    for (std::size_t i = 2; i < sizes.size(); ++i) {
        const std::int64_t low = sizes[i - 1].size.value();
        const std::int64_t high = sizes[i].size.value();
        const bool is_change = std::any_of(changes.begin(), changes.end(),
                                           [&](const auto& change) { return change.at_most == sizes[i].size; });
        if (can_be_cut(x_of(sizes[i - 1]), x_of(sizes[i])) &&
            (is_change || bends(sizes[i - 2], sizes[i - 1], sizes[i], miss))) {
            constexpr std::int64_t kWord = 4;
            result.emplace_back((low + high) / 2 / kWord * kWord);
        }
    }
    return result;
}

std::vector<platform::ProtocolChange> protocol_changes(std::span<const SizeSamples> sizes) {
    constexpr double kStep = 0.5;  // of a round trip
    const auto single = [&](std::size_t i) { return undisturbed(sizes[i].single); };
    std::vector<platform::ProtocolChange> changes;
    const auto slope_behind = [&](std::size_t i) {
        return i + 1 < sizes.size() ? (single(i + 1) - single(i)) / (x_of(sizes[i + 1]) - x_of(sizes[i]))
                                    : gap(sizes[i]).value() / x_of(sizes[i]);
    };
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        const double slope = slope_behind(i);
        const double step = single(i) - single(i - 1) - slope * (x_of(sizes[i]) - x_of(sizes[i - 1]));
        double noise = spread(sizes[i - 1].single) + spread(sizes[i].single);
        noise += i + 1 < sizes.size() ? spread(sizes[i + 1].single) : 0.0;
        // A size that takes longer than a larger one was disturbed.
        if (slope >= 0.0 && step > kStep * single(0) + noise) {
            changes.push_back({.above = sizes[i - 1].size, .at_most = sizes[i].size, .step = Seconds(step)});
        }
    }
    return changes;
}

platform::GapInterval gap_interval(const SizeSamples& samples) {
    const Summary single = summarise(samples.single);
    const Summary burst = summarise(samples.burst);
    const double others = samples.messages - 1;
    const Seconds low(std::max(0.0, (burst.median_low - single.median_high) / others));
    const Seconds high(std::max(0.0, (burst.median_high - single.median_low) / others));
    const Seconds middle = gap(samples);
    return {.size = samples.size, .low = std::min(low, middle), .high = std::max(high, middle)};
}

platform::MedianInterval median_interval(const std::vector<double>& round_trips) {
    const Summary summary = summarise(round_trips);
    return {.median = Seconds(summary.median),
            .low = Seconds(summary.median_low),
            .high = Seconds(summary.median_high),
            .samples = static_cast<int>(summary.count)};
}

std::optional<platform::Drift> drift_of(std::span<const double> round_trips) {
    const std::optional<statistics::Shift> shift = statistics::shift_of_halves(round_trips);
    if (!shift || !shift->is_drift()) {
        return std::nullopt;
    }
    return platform::Drift{
        .before = Seconds(shift->before), .after = Seconds(shift->after), .probability = shift->probability};
}

std::vector<std::size_t> implausible_sizes(std::span<const SizeSamples> sizes, double miss) {
    const auto contradict = [&](const SizeSamples& shorter, const SizeSamples& longer) {
        const Seconds noise = gap_uncertainty(shorter) + gap_uncertainty(longer);
        return gap(shorter) > (1.0 + miss) * gap(longer) + noise;
    };
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if ((i + 1 < sizes.size() && contradict(sizes[i], sizes[i + 1])) ||
            (i > 0 && contradict(sizes[i - 1], sizes[i]))) {
            result.push_back(i);
        }
    }
    return result;
}

std::vector<std::size_t> surprising_sizes(std::span<const SizeSamples> sizes) {
    constexpr double kSurprise = 1.5;
    constexpr std::size_t kBelieved = 3;
    const auto per_byte = [&](std::size_t i) {
        return (gap(sizes[i]) - gap(sizes[i - 1])).value() / (x_of(sizes[i]) - x_of(sizes[i - 1]));
    };
    std::set<std::size_t> result;
    for (std::size_t i = 2; i < sizes.size(); ++i) {
        const double before = per_byte(i - 1);
        const double here = per_byte(i);
        if (sizes[i].size <= kLeastRateSize || (here < kSurprise * before && before < kSurprise * here)) {
            continue;
        }
        for (const std::size_t suspect : {i - 1, i}) {
            if (sizes[suspect].burst.size() < kBelieved) {
                result.insert(suspect);
            }
        }
    }
    return {result.begin(), result.end()};
}

std::vector<double> to_numbers(const PlogpMeasurement& measurement) {
    std::vector<double> numbers{
        measurement.plogp.latency.value(),       measurement.round_trip.value(),
        measurement.latency_clamped ? 1.0 : 0.0, measurement.out_of_time ? 1.0 : 0.0,
        measurement.disturbed ? 1.0 : 0.0,       static_cast<double>(measurement.contradictions)};
    append(numbers, measurement.evidence);
    append(numbers, measurement.plogp.gap);
    append(numbers, measurement.plogp.send_overhead);
    append(numbers, measurement.plogp.receive_overhead);
    append(numbers, measurement.plogp.delivery.value());
    return numbers;
}

PlogpMeasurement from_numbers(std::span<const double> numbers) {
    Reader reader(numbers);
    PlogpMeasurement result;
    result.plogp.latency = Seconds(reader.number());
    result.round_trip = Seconds(reader.number());
    result.latency_clamped = reader.number() != 0.0;
    result.out_of_time = reader.number() != 0.0;
    result.disturbed = reader.number() != 0.0;
    result.contradictions = static_cast<int>(reader.number());
    result.evidence = reader.evidence();
    result.plogp.gap = reader.table();
    result.plogp.send_overhead = reader.table();
    result.plogp.receive_overhead = reader.table();
    result.plogp.delivery = reader.table();
    return result;
}

}  // namespace causeway::fit
