#include "causeway/report/time_line.hpp"

#include "causeway/report/axis.hpp"
#include "causeway/report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace causeway::report {

namespace {

constexpr double kLinesWidth = 720.0;
constexpr double kLinesRight = 20.0;
constexpr double kLaneTop = 10.0;
constexpr double kLaneHeight = 22.0;
constexpr double kBarHeight = 14.0;
constexpr double kLaneTextSize = 12.0;
constexpr double kMostNameWidth = 240.0;
constexpr double kScaleHeight = 44.0;
constexpr double kThinnestBar = 0.8;
constexpr int kScaleTicks = 7;

struct TimeUnit {
    double seconds = 1.0;
    std::string_view name;
};

/// In which the figure's numbers are short.
TimeUnit unit_for(double seconds) {
    constexpr std::array<TimeUnit, 4> kUnits{{{1.0, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
    const auto* const found =
        std::find_if(kUnits.begin(), kUnits.end() - 1, [&](const TimeUnit& unit) { return seconds >= unit.seconds; });
    return *found;
}

/// What the eye takes for one bar is one.
std::vector<TimeBar> seen_bars(std::vector<TimeBar> bars, double pixel) {
    std::sort(bars.begin(), bars.end(),
              [](const TimeBar& one, const TimeBar& other) { return one.begin < other.begin; });
    std::vector<TimeBar> seen;
    for (const TimeBar& bar : bars) {
        if (seen.empty() || bar.begin > seen.back().end + pixel) {
            seen.push_back(bar);
        } else {
            seen.back().end = std::max(seen.back().end, bar.end);
        }
    }
    return seen;
}

double name_width(const TimeLine& time_line) {
    double widest = 0.0;
    for (const TimeLane& lane : time_line.lanes) {
        widest = std::max(widest, text_width(lane.name, kLaneTextSize));
    }
    return std::min(widest, kMostNameWidth);
}

}  // namespace

std::string svg_of(const TimeLine& time_line) {
    const double left = name_width(time_line) + 16.0;
    const double bottom = kLaneTop + kLaneHeight * static_cast<double>(time_line.lanes.size());
    const TimeUnit unit = unit_for(time_line.end);
    const Axis x({0.0, time_line.end / unit.seconds}, left, kLinesWidth - kLinesRight);
    const auto pixel = [&](double seconds) { return x.pixel(seconds / unit.seconds); };
    Svg svg(kLinesWidth, bottom + kScaleHeight, time_line.description);
    for (const Tick& tick : x.ticks(kScaleTicks)) {
        const double at = x.pixel(tick.value);
        svg.line({at, kLaneTop}, {at, bottom}, "#D9D9D9", 0.5);
        svg.text({at, bottom + 16.0}, tick.label, {.anchor = TextAnchor::kMiddle, .size = kLaneTextSize});
    }
    svg.line({left, bottom}, {kLinesWidth - kLinesRight, bottom}, "#404040", 1.0);
    svg.text({0.5 * (left + kLinesWidth - kLinesRight), bottom + 34.0},
             fmt::format("{} [{}]", time_line.axis, unit.name), {.anchor = TextAnchor::kMiddle, .size = kLaneTextSize});
    const double seconds_of_pixel = time_line.end / (kLinesWidth - kLinesRight - left);
    for (std::size_t i = 0; i < time_line.lanes.size(); ++i) {
        const TimeLane& lane = time_line.lanes[i];
        const double top = kLaneTop + kLaneHeight * static_cast<double>(i);
        svg.text({left - 8.0, top + 0.5 * kLaneHeight + 4.0}, lane.name,
                 {.anchor = TextAnchor::kEnd, .size = kLaneTextSize});
        for (const TimeBar& bar : seen_bars(lane.bars, seconds_of_pixel)) {
            svg.rectangle({pixel(bar.begin), top + 0.5 * (kLaneHeight - kBarHeight)},
                          std::max(kThinnestBar, pixel(bar.end) - pixel(bar.begin)), kBarHeight,
                          CurveStyle{lane.stands_out ? 1 : 0}.color());
        }
    }
    return svg.str();
}

}  // namespace causeway::report
