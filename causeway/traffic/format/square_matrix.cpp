/// A square matrix of numbers, a line for each sender, at commas or at blanks: one quantity, bytes or messages. A head
/// of process numbers above and beside it may be there, as in the tables of Orduna et al.
///
/// Source: Orduna, Arnau, Duato, Table 1; what Open MPI's profile2mat.pl and TreeMatch write and read.
#include "causeway/base/error.hpp"
#include "causeway/traffic/format/cells.hpp"
#include "causeway/traffic/format/format.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::traffic {

namespace {

/// Whether the line is a head: anything, then 0, 1, 2, ...
bool is_head(const Cells& cells) {
    if (cells.size() < 2 || is_number(cells[0])) {
        return false;
    }
    for (std::size_t i = 1; i < cells.size(); ++i) {
        if (cells[i] != fmt::format("{}", i - 1)) {
            return false;
        }
    }
    return true;
}

bool recognises_square_matrix(std::string_view text) {
    Cells cells(text, "");
    return cells.next_line() && (is_head(cells) || std::any_of(cells.cells().begin(), cells.cells().end(), is_number));
}

Recording read_square_matrix(std::span<const NamedText> files, const ReadOptions& options) {
    Cells cells(files.front().text, files.front().name);
    bool more = cells.next_line();
    const bool has_head = more && is_head(cells);
    const std::size_t labels = has_head ? 1 : 0;
    const std::size_t size = cells.size() - labels;
    if (has_head) {
        more = cells.next_line();
    }
    std::vector<Flow> flows;
    std::size_t rows = 0;
    for (; more; more = cells.next_line()) {
        if (rows == size) {
            cells.refuse(fmt::format("a row more than the {} that make the matrix square", size),
                         "as many rows as columns");
        }
        if (cells.size() != size + labels) {
            cells.refuse(fmt::format("{} numbers", cells.size() - std::min(labels, cells.size())),
                         fmt::format("{}, one for each column", size));
        }
        if (has_head && cells[0] != fmt::format("{}", rows)) {
            cells.refuse(fmt::format("the row of '{}'", cells[0]), fmt::format("the row of {}", rows));
        }
        for (std::size_t to = 0; to < size; ++to) {
            const double value = cells.amount(to + labels, fmt::format("what {} sent to {}", rows, to));
            if (value > 0.0) {
                Flow flow{static_cast<int>(rows), static_cast<int>(to), {}};
                (options.single_quantity == Quantity::kBytes ? flow.volume.bytes : flow.volume.messages) = value;
                flows.push_back(flow);
            }
        }
        ++rows;
    }
    if (rows != size) {
        cells.refuse(fmt::format("the end after {} rows of {} numbers", rows, size), "as many rows as columns");
    }
    Recording recording;
    recording.table = CommunicationTable(static_cast<int>(size), std::move(flows));
    recording.only = options.single_quantity;
    return recording;
}

}  // namespace

extern constexpr Format square_matrix{
    .name = "square_matrix",
    .summary = "a square matrix: a line of numbers for each sender",
    .source = "Orduna et al., Table 1; profile2mat.pl",
    .recognises = recognises_square_matrix,
    .read = read_square_matrix,
};

}  // namespace causeway::traffic
