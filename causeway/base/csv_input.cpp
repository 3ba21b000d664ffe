#include "causeway/base/csv_input.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/trimmed.hpp"

#include <fmt/format.h>

namespace causeway::base {

namespace {

// A file with a longer one is of another kind, and no error message should repeat it.
constexpr std::size_t kLongestCell = 1024;
// A name and the distances to ten thousand hosts.
constexpr std::size_t kMostCells = 10'001;

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

void add_cell(std::vector<std::string>& cells, std::string cell, const std::string& source, int number) {
    const bool is_long = cell.size() > kLongestCell;
    if (is_long || cells.size() == kMostCells) {
        throw InputError({.source = source,
                          .place = fmt::format("line {}", number),
                          .found = is_long ? fmt::format("a cell of {} bytes", cell.size())
                                           : fmt::format("more than {} cells", kMostCells),
                          .accepted = is_long ? fmt::format("cells of at most {} bytes", kLongestCell)
                                              : fmt::format("at most {} cells", kMostCells)});
    }
    cells.push_back(std::move(cell));
}

void split_line(std::string_view line, const std::string& source, int number, std::vector<std::string>& cells) {
    std::size_t begin = 0;
    while (true) {
        const std::size_t first = line.find_first_not_of(" \t", begin);
        if (first != std::string_view::npos && line[first] == '"') {
            Quoted quoted = read_quoted(line, first, source, number);
            add_cell(cells, std::move(quoted.text), source, number);
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
            add_cell(cells, std::string(trimmed(line.substr(begin, end - begin))), source, number);
            begin = comma;
        }
        if (begin == std::string_view::npos) {
            return;
        }
        ++begin;
    }
}

}  // namespace

const CsvRow* CsvInput::next() {
    while (!rest_.empty()) {
        const std::size_t newline = rest_.find('\n');
        const std::string_view line = trimmed(rest_.substr(0, newline));
        rest_.remove_prefix(newline == std::string_view::npos ? rest_.size() : newline + 1);
        ++line_;
        if (!line.empty() && line.front() != '#') {
            require_text(line, source_, line_);
            row_.line = line_;
            row_.cells.clear();
            split_line(line, source_, line_, row_.cells);
            return &row_;
        }
    }
    return nullptr;
}

}  // namespace causeway::base
