/// A figure of curves over one quantity, as an SVG file.
#pragma once

#include "causeway/report/axis.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::report {

struct ChartPoint {
    double x = 0.0;
    double y = 0.0;  ///< NaN: not known, the curve has a gap there
};

struct ChartCurve {
    std::string name;
    std::vector<ChartPoint> points;  ///< by rising x
};

struct LineChart {
    std::string title;
    std::string x_label;
    std::string y_label;
    std::vector<ChartCurve> curves;  ///< in the order of the key; colours and marks follow it
    /// What the vertical axis covers, all points included; without: what the curves need, rounded out.
    std::optional<Span> y_covers;
};

/// The whole SVG file, 760 x 480 pixels, the key at the right.
[[nodiscard]] std::string svg_of(const LineChart& chart);

}  // namespace causeway::report
