#include "causeway/page/html.hpp"

#include "causeway/base/text.hpp"
#include "causeway/report/markup.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace causeway::page {

using report::escaped;

HtmlCell text_cell(std::string_view text) {
    return {.html = escaped(text), .order = {}};
}

HtmlCell seconds_cell(std::optional<Seconds> seconds) {
    return seconds ? number_cell(seconds->value(), base::to_text(*seconds)) : number_cell(-1.0, "-");
}

HtmlCell count_cell(std::int64_t count) {
    return number_cell(static_cast<double>(count), std::to_string(count));
}

HtmlCell number_cell(double value, std::string_view shown) {
    return {.html = escaped(shown), .order = fmt::format("{}", value), .is_number = true};
}

std::string html_of(const HtmlTable& table) {
    std::string html = fmt::format(
        "<div class=\"table\" role=\"region\" tabindex=\"0\" "
        "aria-label=\"{0}\"><table{1}><caption><span>{0}</span></caption>"
        "<thead><tr>",
        escaped(table.caption), table.can_be_sorted ? " class=\"sortable\"" : "");
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const bool is_number = !table.rows.empty() && i < table.rows.front().size() && table.rows.front()[i].is_number;
        html +=
            fmt::format("<th scope=\"col\"{}>{}</th>", is_number ? " class=\"number\"" : "", escaped(table.columns[i]));
    }
    html += "</tr></thead><tbody>\n";
    for (const std::vector<HtmlCell>& row : table.rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            const HtmlCell& cell = row[i];
            const bool is_heading = table.has_row_headings && i == 0;
            html += is_heading ? "<th scope=\"row\"" : "<td";
            html += cell.is_number ? " class=\"number\"" : "";
            html += cell.order.empty() ? "" : fmt::format(" data-order=\"{}\"", escaped(cell.order));
            html += cell.shade > 0.0 ? fmt::format(" style=\"--shade:{:.0f}%\"", 100.0 * cell.shade) : "";
            html += fmt::format(">{}</{}>", cell.html, is_heading ? "th" : "td");
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

std::string html_of(const Figure& figure) {
    return fmt::format(
        "<figure><div class=\"drawing\" role=\"region\" tabindex=\"0\" aria-label=\"{1}\">{0}</div>"
        "<figcaption>{1}</figcaption></figure>\n",
        figure.svg, escaped(figure.caption));
}

std::string counted(std::int64_t number, std::string_view noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string html_list(const std::vector<std::string>& items) {
    std::string html = "<ul>\n";
    for (const std::string& item : items) {
        html += fmt::format("<li>{}</li>\n", escaped(item));
    }
    return html + "</ul>\n";
}

}  // namespace causeway::page
