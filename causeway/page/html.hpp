/// Pieces of HTML. All text that is given is shown as it is, whatever characters it has.
#pragma once

#include "causeway/base/units.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::page {

/// An entry of a table.
struct HtmlCell {
    std::string html;   ///< written down as it is
    std::string order;  ///< what the table is sorted by in this column; empty: the text
    bool is_number = false;
    double shade = 0.0;  ///< 0 to 1: how much it stands out
};

[[nodiscard]] HtmlCell text_cell(std::string_view text);
/// A time; "-" where there is none.
[[nodiscard]] HtmlCell seconds_cell(std::optional<Seconds> seconds);
[[nodiscard]] HtmlCell count_cell(std::int64_t count);
[[nodiscard]] HtmlCell number_cell(double value, std::string_view shown);

struct HtmlTable {
    std::string caption;
    std::vector<std::string> columns;
    std::vector<std::vector<HtmlCell>> rows;
    bool has_row_headings = false;  ///< the first column names the row
    bool can_be_sorted = false;     ///< by its columns, where there is JavaScript
};

[[nodiscard]] std::string html_of(const HtmlTable& table);

/// A drawing with what it shows in words. On narrow screens it is wider than they are, and moves.
struct Figure {
    std::string svg;
    std::string caption;
};

[[nodiscard]] std::string html_of(const Figure& figure);

/// "1 cluster", "3 clusters"
[[nodiscard]] std::string counted(std::int64_t number, std::string_view noun);

/// `<ul>`; each of `items` is text.
[[nodiscard]] std::string html_list(const std::vector<std::string>& items);

}  // namespace causeway::page
