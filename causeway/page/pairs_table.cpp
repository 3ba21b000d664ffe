#include "causeway/page/pairs_table.hpp"

#include "causeway/page/html.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace causeway::page {

namespace {

constexpr double kMostShade = 0.45;

/// The least and the greatest of the values above 0.
struct Extremes {
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
};

Extremes extremes_of(const base::SquareMatrix<std::optional<double>>& values) {
    Extremes extremes;
    for (int from = 0; from < values.size(); ++from) {
        for (int to = 0; to < values.size(); ++to) {
            if (values(from, to).value_or(0.0) > 0.0) {
                extremes.least = std::min(extremes.least, *values(from, to));
                extremes.most = std::max(extremes.most, *values(from, to));
            }
        }
    }
    return extremes;
}

}  // namespace

std::string html_of(const PairsTable& table, const platform::Platform& platform) {
    const auto [least, most] = extremes_of(table.values);
    HtmlTable html{.caption = table.caption, .columns = {"from \\ to"}, .rows = {}, .has_row_headings = true};
    for (int from = 0; from < table.values.size(); ++from) {
        const std::string& name = platform.clusters[static_cast<std::size_t>(from)].name;
        html.columns.push_back(name);
        std::vector<HtmlCell> row = {text_cell(name)};
        for (int to = 0; to < table.values.size(); ++to) {
            const std::optional<double> value = table.values(from, to);
            row.push_back(value ? number_cell(*value, table.shown(*value)) : number_cell(-1.0, "-"));
            if (value.value_or(0.0) > 0.0 && most > least) {
                const double place = std::log(*value / least) / std::log(most / least);
                row.back().shade = kMostShade * (table.large_stands_out ? place : 1.0 - place);
            }
        }
        html.rows.push_back(std::move(row));
    }
    return html_of(html);
}

}  // namespace causeway::page
