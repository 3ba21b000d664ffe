/// A figure of a square table as an SVG file: a coloured cell for every value, by rows and columns.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace causeway::report {

struct HeatCell {
    int row = 0;     ///< from above
    int column = 0;  ///< from the left
    double value = 0.0;
};

struct HeatMap {
    std::string title;
    std::string row_label;
    std::string column_label;
    std::string value_label;
    int size = 0;                 ///< rows, and columns
    std::vector<HeatCell> cells;  ///< > 0; cells that are not here are 0 and stay white
    /// Lines are drawn before these rows and columns, ascending: where groups begin.
    std::vector<int> borders;
    /// What stands beside the first row, the second, ...; as many as there are rows, or none.
    std::vector<std::string> names;
};

/// The whole SVG file, 640 x 560 pixels. Colours follow the logarithm of the value, from light (the least) to dark.
/// Where there are more rows than can be told apart, one coloured cell is the mean of a square of cells.
[[nodiscard]] std::string svg_of(const HeatMap& map);

}  // namespace causeway::report
