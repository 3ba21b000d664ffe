#include "causeway/platform/distance_matrix.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <unordered_set>

namespace causeway::platform {

namespace {

using base::CsvRow;
using base::InputError;

InputError fault(const std::string& source, int line, std::string found, std::string accepted) {
    return InputError({.source = source,
                       .place = fmt::format("line {}", line),
                       .found = std::move(found),
                       .accepted = std::move(accepted)});
}

std::vector<std::string> read_header(const CsvRow& header, const std::string& source) {
    std::vector<std::string> names(header.cells.begin() + 1, header.cells.end());
    if (names.empty()) {
        throw fault(source, header.line, "a header without names", "a first line 'name,host1,host2,...'");
    }
    std::unordered_set<std::string> seen;
    for (const std::string& name : names) {
        if (name.empty()) {
            throw fault(source, header.line, "an empty name", "a name for every column");
        }
        if (!seen.insert(name).second) {
            throw fault(source, header.line, fmt::format("the name '{}' a second time", name), "every name once");
        }
    }
    return names;
}

std::optional<double> read_cell(const std::string& cell, const std::string& source, int line,
                                const std::string& column) {
    if (cell.empty()) {
        return std::nullopt;
    }
    const std::optional<double> value = base::number_in<double>(cell);
    if (!value || !std::isfinite(*value) || *value < 0.0) {
        throw fault(source, line, fmt::format("'{}' in column '{}'", cell, column),
                    "a distance >= 0, or nothing for an unknown one");
    }
    return value;
}

}  // namespace

std::optional<double> DistanceMatrix::between(int a, int b) const {
    const std::optional<double>& forth = distances(a, b);
    const std::optional<double>& back = distances(b, a);
    if (forth && back) {
        return 0.5 * (*forth + *back);
    }
    return forth ? forth : back;
}

DistanceMatrix parse_distance_matrix(std::string_view text, const std::string& source) {
    return parse_distance_matrix(base::parse_csv(text, source), source);
}

DistanceMatrix parse_distance_matrix(const std::vector<CsvRow>& rows, const std::string& source) {
    if (rows.empty()) {
        throw InputError({.source = source,
                          .place = {},
                          .found = "no line",
                          .accepted = "a first line 'name,host1,host2,...' and a line for each host"});
    }
    DistanceMatrix result;
    result.names = read_header(rows.front(), source);
    const std::size_t size = result.names.size();
    if (rows.size() != size + 1) {
        throw fault(source, rows.back().line, fmt::format("{} rows below a header of {} names", rows.size() - 1, size),
                    "a square matrix: a row for each name of the header");
    }
    result.distances = base::SquareMatrix<std::optional<double>>(static_cast<int>(size));
    for (std::size_t from = 0; from < size; ++from) {
        const CsvRow& row = rows[from + 1];
        if (row.cells.front() != result.names[from]) {
            throw fault(source, row.line, fmt::format("the row of '{}'", row.cells.front()),
                        fmt::format("the row of '{}', as the header orders them", result.names[from]));
        }
        if (row.cells.size() != size + 1) {
            throw fault(source, row.line, fmt::format("{} cells after the name", row.cells.size() - 1),
                        fmt::format("{} cells, one for each name of the header", size));
        }
        for (std::size_t to = 0; to < size; ++to) {
            if (from != to) {
                result.distances(static_cast<int>(from), static_cast<int>(to)) =
                    read_cell(row.cells[to + 1], source, row.line, result.names[to]);
            }
        }
    }
    return result;
}

DistanceMatrix read_distance_matrix(const std::string& path) {
    return parse_distance_matrix(base::read_file(path), path);
}

}  // namespace causeway::platform
