#include "causeway/report/line_chart.hpp"

#include "causeway/report/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace causeway::report {

namespace {

constexpr double kChartWidth = 760.0;
constexpr double kChartHeight = 480.0;
constexpr double kChartLeft = 70.0;
constexpr double kChartTop = 40.0;
constexpr double kBottom = 60.0;
constexpr double kKeySample = 28.0;
constexpr double kKeyLine = 20.0;
constexpr double kGap = 10.0;
constexpr double kChartTextSize = 14.0;
constexpr double kTickSize = 12.0;
constexpr int kTicks = 8;

/// All x or all y of a chart.
template <typename Coordinate>
std::vector<double> values_of(const LineChart& chart, const Coordinate& coordinate) {
    std::vector<double> result;
    for (const ChartCurve& curve : chart.curves) {
        for (const ChartPoint& point : curve.points) {
            result.push_back(coordinate(point));
        }
    }
    return result;
}

double key_width(const LineChart& chart) {
    double widest = 0.0;
    for (const ChartCurve& curve : chart.curves) {
        widest = std::max(widest, text_width(curve.name, kTickSize));
    }
    return kKeySample + widest + 3.0 * kGap;
}

void draw_axes(Svg& svg, const LineChart& chart, const Axis& x, const Axis& y) {
    const double left = x.pixel(x.covers().least);
    const double right = x.pixel(x.covers().most);
    const double bottom = y.pixel(y.covers().least);
    const double top = y.pixel(y.covers().most);
    for (const Tick& tick : x.ticks(kTicks)) {
        const double at = x.pixel(tick.value);
        svg.line({at, bottom}, {at, top}, "#D9D9D9", 0.5);
        svg.text({at, bottom + 18.0}, tick.label, {.anchor = TextAnchor::kMiddle, .size = kTickSize});
    }
    for (const Tick& tick : y.ticks(kTicks)) {
        const double at = y.pixel(tick.value);
        svg.line({left, at}, {right, at}, "#D9D9D9", 0.5);
        svg.text({left - 8.0, at + 4.0}, tick.label, {.anchor = TextAnchor::kEnd, .size = kTickSize});
    }
    svg.line({left, bottom}, {right, bottom}, "#404040", 1.0);
    svg.line({left, bottom}, {left, top}, "#404040", 1.0);
    svg.text({0.5 * (left + right), kChartHeight - 15.0}, chart.x_label,
             {.anchor = TextAnchor::kMiddle, .size = kChartTextSize});
    svg.text({20.0, 0.5 * (bottom + top)}, chart.y_label,
             {.anchor = TextAnchor::kMiddle, .size = kChartTextSize, .is_upward = true});
    svg.text({0.5 * (left + right), 24.0}, chart.title, {.anchor = TextAnchor::kMiddle, .size = kChartTextSize});
}

void draw_curve(Svg& svg, const ChartCurve& curve, CurveStyle style, const Axis& x, const Axis& y) {
    std::vector<Pixel> piece;
    const auto draw_piece = [&] {
        if (piece.size() > 1) {
            svg.polyline(piece, style);
        }
        for (const Pixel& point : piece) {
            svg.mark(point, style);
        }
        piece.clear();
    };
    for (const ChartPoint& point : curve.points) {
        if (std::isfinite(point.x) && std::isfinite(point.y)) {
            piece.push_back({x.pixel(point.x), y.pixel(point.y)});
        } else {
            draw_piece();
        }
    }
    draw_piece();
}

}  // namespace

std::string svg_of(const LineChart& chart) {
    const double right = kChartWidth - key_width(chart);
    const Axis x(span_of(values_of(chart, [](const ChartPoint& point) { return point.x; })), kChartLeft, right);
    const Span y_needed = span_of(values_of(chart, [](const ChartPoint& point) { return point.y; }));
    const Axis y(chart.y_covers.value_or(rounded_out(y_needed, kTicks)), kChartHeight - kBottom, kChartTop);
    Svg svg(kChartWidth, kChartHeight);
    draw_axes(svg, chart, x, y);
    for (std::size_t c = 0; c < chart.curves.size(); ++c) {
        const CurveStyle style{static_cast<int>(c)};
        draw_curve(svg, chart.curves[c], style, x, y);
        const double line = kChartTop + 6.0 + kKeyLine * static_cast<double>(c);
        const double sample = right + 2.0 * kGap;
        svg.polyline(std::array{Pixel{sample, line}, Pixel{sample + kKeySample, line}}, style);
        svg.mark({sample + 0.5 * kKeySample, line}, style);
        svg.text({sample + kKeySample + 6.0, line + 4.0}, chart.curves[c].name, {.size = kTickSize});
    }
    return svg.str();
}

}  // namespace causeway::report
