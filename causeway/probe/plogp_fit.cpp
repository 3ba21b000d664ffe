#include "causeway/probe/plogp_fit.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace causeway::probe {

namespace {

using statistics::PiecewiseLinear;
using statistics::summarise;
using statistics::Summary;

double x_of(const SizeSamples& samples) {
    return static_cast<double>(samples.size.value());
}

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

private:
    std::span<const double> numbers_;
};

/// A longer message never costs less. Of two points that say so one was disturbed: the shorter, if a third one agrees
/// with the longer; else the longer. Small messages, whose gaps are noise anyway, are left as they are.
std::vector<PiecewiseLinear::Point> without_contradictions(std::vector<PiecewiseLinear::Point> gaps) {
    constexpr double kNoise = 0.9;
    constexpr double kLarge = 16 * 1024;
    std::vector<PiecewiseLinear::Point> kept;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const PiecewiseLinear::Point& point = gaps[i];
        const bool contradicts = !kept.empty() && kept.back().x >= kLarge && point.y < kNoise * kept.back().y;
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
        result.samples += static_cast<int>(single.count + burst.count);
        result.outliers += static_cast<int>(single.outliers + burst.outliers);
    }
    result.contradictions = static_cast<int>(implausible_sizes(sizes, kContradiction).size());
    result.plogp.gap = table(with_room_at_the_end(without_contradictions(std::move(gaps))));
    result.plogp.send_overhead = table(std::move(sending));
    result.plogp.receive_overhead = table(std::move(receiving));
    result.plogp.delivery = table(with_room_at_the_end(std::move(deliveries)));
    return result;
}

std::vector<Bytes> sizes_to_insert(std::span<const SizeSamples> sizes, double miss) {
    std::vector<Bytes> result;
    for (std::size_t i = 2; i < sizes.size(); ++i) {
        const std::int64_t low = sizes[i - 1].size.value();
        const std::int64_t high = sizes[i].size.value();
        if (can_be_cut(x_of(sizes[i - 1]), x_of(sizes[i])) && bends(sizes[i - 2], sizes[i - 1], sizes[i], miss)) {
            constexpr std::int64_t kWord = 4;
            result.emplace_back((low + high) / 2 / kWord * kWord);
        }
    }
    return result;
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

std::vector<double> to_numbers(const PlogpMeasurement& measurement) {
    std::vector<double> numbers{
        measurement.plogp.latency.value(),        measurement.round_trip.value(),
        measurement.latency_clamped ? 1.0 : 0.0,  measurement.out_of_time ? 1.0 : 0.0,
        measurement.disturbed ? 1.0 : 0.0,        static_cast<double>(measurement.contradictions),
        static_cast<double>(measurement.samples), static_cast<double>(measurement.outliers)};
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
    result.samples = static_cast<int>(reader.number());
    result.outliers = static_cast<int>(reader.number());
    result.plogp.gap = reader.table();
    result.plogp.send_overhead = reader.table();
    result.plogp.receive_overhead = reader.table();
    result.plogp.delivery = reader.table();
    return result;
}

}  // namespace causeway::probe
