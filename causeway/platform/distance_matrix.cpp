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

void check_header(const CsvRow& header, const std::string& source) {
    if (header.cells.size() == 1) {
        throw fault(source, header.line, "a header without names", "a first line 'name,host1,host2,...'");
    }
    std::unordered_set<std::string> seen;
    for (std::size_t column = 1; column < header.cells.size(); ++column) {
        const std::string& name = header.cells[column];
        if (name.empty()) {
            throw fault(source, header.line, "an empty name", "a name for every column");
        }
        if (!seen.insert(name).second) {
            throw fault(source, header.line, fmt::format("the name '{}' a second time", name), "every name once");
        }
    }
}

/// The header of what is a square matrix: only then room is made for it.
CsvRow read_shape(std::string_view text, const std::string& source) {
    base::CsvInput input(text, source);
    const CsvRow* row = input.next();
    if (row == nullptr) {
        throw InputError({.source = source,
                          .place = {},
                          .found = "no line",
                          .accepted = "a first line 'name,host1,host2,...' and a line for each host"});
    }
    const CsvRow header = *row;
    check_header(header, source);
    const std::size_t size = header.cells.size() - 1;
    std::size_t rows = 0;
    int last_line = header.line;
    while ((row = input.next()) != nullptr) {
        if (rows < size && row->cells.size() != size + 1) {
            throw fault(source, row->line, fmt::format("{} cells after the name", row->cells.size() - 1),
                        fmt::format("{} cells, one for each name of the header", size));
        }
        ++rows;
        last_line = row->line;
    }
    if (rows != size) {
        throw fault(source, last_line, fmt::format("{} rows below a header of {} names", rows, size),
                    "a square matrix: a row for each name of the header");
    }
    return header;
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

void read_matrix_cells(std::string_view text, const std::string& source, base::FunctionRef<void(const CsvRow&)> begin,
                       base::FunctionRef<void(const MatrixCell&)> use) {
    const CsvRow header = read_shape(text, source);
    begin(header);
    base::CsvInput input(text, source);
    (void)input.next();
    for (int from = 0; const CsvRow* row = input.next(); ++from) {
        const std::string& name = header.cells[static_cast<std::size_t>(from) + 1];
        if (row->cells.front() != name) {
            throw fault(source, row->line, fmt::format("the row of '{}'", row->cells.front()),
                        fmt::format("the row of '{}', as the header orders them", name));
        }
        for (std::size_t column = 1; column < row->cells.size(); ++column) {
            const int to = static_cast<int>(column) - 1;
            const auto distance =
                from == to ? std::nullopt : read_cell(row->cells[column], source, row->line, header.cells[column]);
            if (distance) {
                use({.from = from, .to = to, .distance = *distance, .line = row->line});
            }
        }
    }
}

DistanceMatrix parse_distance_matrix(std::string_view text, const std::string& source) {
    DistanceMatrix result;
    read_matrix_cells(
        text, source,
        [&](const CsvRow& header) {
            result.names.assign(header.cells.begin() + 1, header.cells.end());
            result.distances = base::SquareMatrix<std::optional<double>>(result.size());
        },
        [&](const MatrixCell& cell) { result.distances(cell.from, cell.to) = cell.distance; });
    return result;
}

DistanceMatrix read_distance_matrix(const std::string& path) {
    return parse_distance_matrix(base::read_file(path), path);
}

}  // namespace causeway::platform
