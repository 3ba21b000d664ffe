#include "causeway/base/csv_input.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/trimmed.hpp"

#include <fmt/format.h>

namespace causeway::base {

namespace {

// A file with a longer one is of another kind, and no error message should repeat it.
constexpr std::size_t kLongestCell = 1024;

/// Throws for what no text has: then nothing else that could be said of the line would help.
void require_text(std::string_view line, const std::string& source, int number) {
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        constexpr unsigned char kSpace = 0x20;
        constexpr unsigned char kDelete = 0x7f;
        if ((byte < kSpace && c != '\t' && c != '\r') || byte == kDelete) {
            throw InputError({.source = source,
                              .place = fmt::format("line {}", number),
                              .found = fmt::format("the byte 0x{:02x}", byte),
                              .accepted = "text: cells parted by commas"});
        }
    }
}

void require_short(const std::vector<std::string>& cells, const std::string& source, int number) {
    for (const std::string& cell : cells) {
        if (cell.size() > kLongestCell) {
            throw InputError({.source = source,
                              .place = fmt::format("line {}", number),
                              .found = fmt::format("a cell of {} bytes", cell.size()),
                              .accepted = fmt::format("cells of at most {} bytes", kLongestCell)});
        }
    }
}

/// A quoted cell: reads to the closing quote, "" inside stands for one.
struct Quoted {
    std::string text;
    std::size_t end;  ///< behind the closing quote
};

Quoted read_quoted(std::string_view line, std::size_t begin, const std::string& source, int number) {
    Quoted result{{}, begin + 1};
    while (result.end < line.size()) {
        const char c = line[result.end++];
        if (c != '"') {
            result.text += c;
        } else if (result.end < line.size() && line[result.end] == '"') {
            result.text += '"';
            ++result.end;
        } else {
            return result;
        }
    }
    throw InputError({.source = source,
                      .place = fmt::format("line {}", number),
                      .found = "a quotation that does not end",
                      .accepted = "cells quoted as \"...\" on one line"});
}

std::vector<std::string> split_line(std::string_view line, const std::string& source, int number) {
    std::vector<std::string> cells;
    std::size_t begin = 0;
    while (true) {
        const std::size_t first = line.find_first_not_of(" \t", begin);
        if (first != std::string_view::npos && line[first] == '"') {
            Quoted quoted = read_quoted(line, first, source, number);
            cells.push_back(std::move(quoted.text));
            begin = line.find(',', quoted.end);
            const std::string_view rest = trimmed(line.substr(quoted.end, begin - quoted.end));
            if (!rest.empty()) {
                throw InputError({.source = source,
                                  .place = fmt::format("line {}", number),
                                  .found = fmt::format("'{}' behind a quotation", rest),
                                  .accepted = "a comma or the end of the line; \"\" for a quotation mark in a cell"});
            }
        } else {
            const std::size_t comma = line.find(',', begin);
            const std::size_t end = comma == std::string_view::npos ? line.size() : comma;
            cells.emplace_back(trimmed(line.substr(begin, end - begin)));
            begin = comma;
        }
        if (begin == std::string_view::npos) {
            return cells;
        }
        ++begin;
    }
}

}  // namespace

std::vector<CsvRow> parse_csv(std::string_view text, const std::string& source) {
    std::vector<CsvRow> rows;
    int number = 0;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t newline = text.find('\n', begin);
        const std::size_t end = newline == std::string_view::npos ? text.size() : newline;
        const std::string_view line = trimmed(text.substr(begin, end - begin));
        ++number;
        if (!line.empty() && line.front() != '#') {
            require_text(line, source, number);
            rows.push_back({number, split_line(line, source, number)});
            require_short(rows.back().cells, source, number);
        }
        begin = end + 1;
    }
    return rows;
}

}  // namespace causeway::base
