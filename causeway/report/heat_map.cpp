#include "causeway/report/heat_map.hpp"

#include "causeway/report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace causeway::report {

namespace {

constexpr double kWidth = 640.0;
constexpr double kHeight = 560.0;
constexpr double kLeft = 70.0;
constexpr double kTop = 40.0;
constexpr double kSide = 450.0;  ///< of the square of cells
constexpr int kMostCells = 225;  ///< in a row: two pixels each
constexpr double kScaleLeft = kLeft + kSide + 25.0;
constexpr double kScaleWidth = 16.0;
constexpr int kScaleSteps = 64;
constexpr double kTextSize = 14.0;
constexpr double kSmallSize = 11.0;
constexpr double kNameHeight = 12.0;

struct Color {
    double red;
    double green;
    double blue;
};

/// From light to dark at `fraction` in [0, 1]: lightness falls evenly, so that the order of values shows in print and
/// to every kind of sight.
std::string color_at(double fraction) {
    constexpr std::array<Color, 5> kColors{
        {{235, 242, 250}, {160, 200, 228}, {80, 150, 200}, {20, 90, 160}, {8, 30, 80}}};
    const double place = std::clamp(fraction, 0.0, 1.0) * (kColors.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), kColors.size() - 2);
    const double share = place - static_cast<double>(below);
    const auto mixed = [&](double Color::*part) {
        return static_cast<int>(
            std::lround(kColors[below].*part + share * (kColors[below + 1].*part - kColors[below].*part)));
    };
    return fmt::format("#{:02X}{:02X}{:02X}", mixed(&Color::red), mixed(&Color::green), mixed(&Color::blue));
}

/// The logarithms of the least and the largest value that is drawn.
struct Scale {
    double least = 0.0;
    double most = 0.0;

    [[nodiscard]] double fraction(double value) const {
        return most > least ? (std::log10(value) - least) / (most - least) : 1.0;
    }
};

/// What is drawn at (row, column), when `per_cell` rows and columns share one.
using Drawn = std::map<std::pair<int, int>, double>;

Drawn drawn_cells(const HeatMap& map, int per_cell) {
    Drawn result;
    for (const HeatCell& cell : map.cells) {
        result[{cell.row / per_cell, cell.column / per_cell}] += cell.value;
    }
    for (auto& [place, value] : result) {
        const auto covered = [&](int index) { return std::min(per_cell, map.size - index * per_cell); };
        value /= static_cast<double>(covered(place.first)) * static_cast<double>(covered(place.second));
    }
    return result;
}

Scale scale_of(const Drawn& drawn) {
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (const auto& [place, value] : drawn) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    return most > 0.0 ? Scale{std::log10(least), std::log10(most)} : Scale{};
}

void draw_scale(Svg& svg, const HeatMap& map, const Scale& scale) {
    for (int step = 0; step < kScaleSteps; ++step) {
        const double height = kSide / kScaleSteps;
        svg.rectangle({kScaleLeft, kTop + kSide - height * (step + 1)}, kScaleWidth, height + 0.5,
                      color_at((step + 0.5) / kScaleSteps));
    }
    const auto write = [&](double logarithm, double fraction) {
        svg.text({kScaleLeft + kScaleWidth + 6.0, kTop + kSide * (1.0 - fraction) + 4.0},
                 fmt::format("{:.3g}", std::pow(10.0, logarithm)), {.size = kSmallSize});
    };
    write(scale.most, 1.0);
    if (scale.most > scale.least) {
        write(scale.least, 0.0);
        const double span = scale.most - scale.least;
        for (double power = std::ceil(scale.least); power < scale.most; power += std::max(1.0, std::ceil(span / 8.0))) {
            const double fraction = (power - scale.least) / span;
            if (fraction > 0.05 && fraction < 0.95) {
                write(power, fraction);
            }
        }
    }
    svg.text({kScaleLeft, kTop - 14.0}, map.value_label, {.size = kSmallSize});
}

}  // namespace

std::string svg_of(const HeatMap& map) {
    Svg svg(kWidth, kHeight);
    const int per_cell = std::max(1, (map.size + kMostCells - 1) / kMostCells);
    const double unit = kSide / std::max(map.size, 1);  // pixels for each row
    const Drawn drawn = drawn_cells(map, per_cell);
    const Scale scale = scale_of(drawn);
    for (const auto& [place, value] : drawn) {
        const int row = place.first * per_cell;
        const int column = place.second * per_cell;
        svg.rectangle({kLeft + unit * column, kTop + unit * row}, unit * std::min(per_cell, map.size - column),
                      unit * std::min(per_cell, map.size - row), color_at(scale.fraction(value)));
    }
    for (const int border : map.borders) {
        const double at = unit * border;
        svg.line({kLeft + at, kTop}, {kLeft + at, kTop + kSide}, "#D55E00", 0.75);
        svg.line({kLeft, kTop + at}, {kLeft + kSide, kTop + at}, "#D55E00", 0.75);
    }
    for (const double at : {0.0, kSide}) {
        svg.line({kLeft + at, kTop}, {kLeft + at, kTop + kSide}, "#404040", 1.0);
        svg.line({kLeft, kTop + at}, {kLeft + kSide, kTop + at}, "#404040", 1.0);
    }
    const auto every = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(kNameHeight / unit)));
    for (std::size_t row = 0; row < map.names.size(); row += every) {
        svg.text({kLeft - 5.0, kTop + unit * (static_cast<double>(row) + 0.5) + 4.0}, map.names[row],
                 {.anchor = TextAnchor::kEnd, .size = kSmallSize});
    }
    if (!drawn.empty()) {
        draw_scale(svg, map, scale);
    }
    svg.text({kLeft + 0.5 * kSide, 24.0}, map.title, {.anchor = TextAnchor::kMiddle, .size = kTextSize});
    svg.text({kLeft + 0.5 * kSide, kTop + kSide + 24.0}, map.column_label,
             {.anchor = TextAnchor::kMiddle, .size = kTextSize});
    svg.text({20.0, kTop + 0.5 * kSide}, map.row_label,
             {.anchor = TextAnchor::kMiddle, .size = kTextSize, .is_upward = true});
    return svg.str();
}

}  // namespace causeway::report
