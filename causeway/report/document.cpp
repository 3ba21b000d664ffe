#include "causeway/report/document.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace causeway::report {

namespace {

/// The characters of a UTF-8 text, of which bytes 10xxxxxx continue one.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string text_of(const Table& table) {
    std::vector<std::size_t> widths;
    for (const std::string& column : table.columns) {
        widths.push_back(width_of(column));
    }
    for (const std::vector<Cell>& row : table.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            widths[c] = std::max(widths[c], width_of(row[c].shown));
        }
    }
    std::string text;
    const auto append_line = [&](auto&& shown_and_side) {
        std::string line;
        for (std::size_t c = 0; c < widths.size(); ++c) {
            const auto [shown, right] = shown_and_side(c);
            const std::string blanks(widths[c] - width_of(shown), ' ');
            line += c == 0 ? "" : "  ";
            line += right ? blanks + shown : shown + blanks;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    struct Entry {
        std::string shown;
        bool right;
    };
    append_line([&](std::size_t c) {
        return Entry{table.columns[c], !table.rows.empty() && table.rows.front()[c].align_right};
    });
    for (const std::vector<Cell>& row : table.rows) {
        append_line([&](std::size_t c) { return Entry{row[c].shown, row[c].align_right}; });
    }
    return text;
}

/// RFC 4180: quoted where a comma, a quotation mark or a line's end would mislead.
std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

std::string csv_of(const Table& table) {
    std::vector<std::string> cells;
    for (const std::string& column : table.columns) {
        cells.push_back(csv_cell(column));
    }
    std::string text = fmt::format("{}\n", fmt::join(cells, ","));
    for (const std::vector<Cell>& row : table.rows) {
        cells.clear();
        for (const Cell& one : row) {
            cells.push_back(csv_cell(one.exact));
        }
        text += fmt::format("{}\n", fmt::join(cells, ","));
    }
    return text;
}

}  // namespace

Format format_named(std::string_view name, std::string_view accepted) {
    if (name == "text") {
        return Format::kText;
    }
    if (name == "json") {
        return Format::kJson;
    }
    if (name == "csv") {
        return Format::kCsv;
    }
    throw base::InputError(
        {.source = "--format", .place = {}, .found = fmt::format("'{}'", name), .accepted = std::string(accepted)});
}

Cell cell(std::string_view text) {
    return {std::string(text), std::string(text), false};
}
Cell cell(Seconds time) {
    return {base::to_text(time), fmt::format("{}", time.value()), true};
}
Cell cell(Bytes size) {
    return {base::to_text(size), fmt::format("{}", size.value()), true};
}
Cell number_cell(double value, int decimals) {
    return {fmt::format("{:.{}f}", value, decimals), fmt::format("{}", value), true};
}

std::string Document::rendered(Format format) const {
    switch (format) {
        case Format::kJson:
            // A name in another encoding must not cost the whole result: its bytes become U+FFFD.
            return json_.dump(1, base::JsonOutput::NotUtf8::kReplace) + "\n";
        case Format::kCsv:
            return csv_of(table);
        case Format::kText:
            break;
    }
    std::string text = conclusion.empty() ? std::string() : conclusion + "\n";
    if (!table.columns.empty()) {
        text += "\n" + text_of(table);
    }
    if (!notes.empty()) {
        text += "\n";
        for (const std::string& note : notes) {
            text += note + "\n";
        }
    }
    return text;
}

void deliver(const std::string& text, const std::string& path) {
    if (path.empty()) {
        errno = 0;
        if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
            throw base::Error(fmt::format("the standard output cannot be written: {}", std::strerror(errno)));
        }
    } else {
        base::write_file(path, text);
    }
}

void deliver(const Document& document, Format format, const std::string& path) {
    deliver(document.rendered(format), path);
}

}  // namespace causeway::report
