#include "causeway/discovery/shared_gap_estimate.hpp"

#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace causeway::discovery {

namespace {

constexpr std::array<std::int64_t, 7> kSizes{1, 1024, 4096, 16 << 10, 64 << 10, 256 << 10, 1 << 20};

double median_of(std::span<const Seconds> times) {
    std::vector<double> samples;
    for (const Seconds time : times) {
        samples.push_back(time.value());
    }
    return statistics::median(samples);
}

}  // namespace

std::optional<Trains> SharedGapEstimate::next() const {
    if (points_.size() == kSizes.size()) {
        return std::nullopt;
    }
    const std::int64_t size = kSizes[points_.size()];
    const double growth = std::max(1.0, static_cast<double>(size) / static_cast<double>(policy::kTrainBytes));
    if (points_.size() >= 2 && used_ + growth * last_ > budget_) {
        return std::nullopt;
    }
    const int messages =
        static_cast<int>(std::clamp<std::int64_t>(policy::kTrainBytes / size, 1, policy::kMostTrainMessages));
    return Trains{.size = Bytes(size), .shorter = messages, .longer = policy::kLongerTrain * messages};
}

void SharedGapEstimate::add(std::span<const Seconds> shorter, std::span<const Seconds> longer) {
    const std::optional<Trains> trains = next();
    assert(trains.has_value());
    const double of_shorter = median_of(shorter);
    const double of_longer = median_of(longer);
    last_ = kRepetitions * Seconds(of_shorter + of_longer);
    used_ += last_;
    const double each =
        (of_longer - of_shorter) / (static_cast<double>(trains->longer - trains->shorter) * num_processes_);
    const double least = points_.empty() ? 1e-9 : points_.back().y;
    points_.push_back({static_cast<double>(trains->size.value()), std::max(least, each)});
}

std::optional<statistics::PiecewiseLinear> if_it_matters(const statistics::PiecewiseLinear& shared_gap,
                                                         const platform::Plogp& plogp, int num_processes) {
    const auto points = shared_gap.points();
    const bool matters = std::any_of(points.begin(), points.end(), [&](const auto& point) {
        return point.y * num_processes > policy::kContentionMatters * plogp.gap(point.x);
    });
    return matters ? std::optional(shared_gap) : std::nullopt;
}

}  // namespace causeway::discovery
