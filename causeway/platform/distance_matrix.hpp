/// Distances between named hosts, and the CSV file that holds them.
#pragma once

#include "causeway/base/csv_input.hpp"
#include "causeway/base/function_ref.hpp"
#include "causeway/base/matrix.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::platform {

/// A distance (usually a latency; any unit, as clustering looks at ratios) for each ordered pair of
/// hosts. What is not known is absent: a boundary, never a zero. The diagonal has no meaning.
struct DistanceMatrix {
    std::vector<std::string> names;                       ///< [host]
    base::SquareMatrix<std::optional<double>> distances;  ///< [from][to]

    [[nodiscard]] int size() const { return static_cast<int>(names.size()); }

    /// The distance between two hosts whichever the direction: the mean of both directions, the one
    /// that is known, or nothing.
    [[nodiscard]] std::optional<double> between(int a, int b) const;
};

/// Reads a square CSV matrix: the header row and the first column are the names (the same, in the
/// same order), an empty cell is unknown, the diagonal is ignored. Throws InputError with the line.
[[nodiscard]] DistanceMatrix read_distance_matrix(const std::string& path);

/// The same from text; `source` names it in messages.
[[nodiscard]] DistanceMatrix parse_distance_matrix(std::string_view text, const std::string& source);

/// A known distance and the line that it stands on.
struct MatrixCell {
    int from = 0;  ///< index of a name
    int to = 0;
    double distance = 0.0;
    int line = 0;
};

/// Goes over the text of a matrix: calls `begin` with the header once, then `use` with each known distance but for the
/// diagonal. Throws as parse_distance_matrix(); what has been told by then is nothing.
void read_matrix_cells(std::string_view text, const std::string& source,
                       base::FunctionRef<void(const base::CsvRow&)> begin,
                       base::FunctionRef<void(const MatrixCell&)> use);

}  // namespace causeway::platform
