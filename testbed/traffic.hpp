/// What has passed the boundaries of a grid's parts: the count from which one learns that a long link carried every
/// byte once.
#pragma once

#include "testbed/grid.hpp"

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace causeway::testbed {

/// Packets that went one way.
struct Crossing {
    std::int64_t packets = 0;
    Bytes bytes{0};
    Bytes data{0};  ///< of these, what is not a header of IP or TCP

    void count(Bytes size, Bytes data_size) {
        ++packets;
        bytes = bytes + size;
        data = data + data_size;
    }

    friend bool operator==(const Crossing&, const Crossing&) = default;
};

/// Packets that are dropped or lost on their way have passed what lies before.
struct Traffic {
    explicit Traffic(int num_parts)
        : out(static_cast<std::size_t>(num_parts)), into(static_cast<std::size_t>(num_parts)), between(num_parts) {}

    std::vector<Crossing> out;             ///< [part]
    std::vector<Crossing> into;            ///< [part]
    base::SquareMatrix<Crossing> between;  ///< [from part][to part], neighbours

    /// What has passed since `earlier`, which is of the same grid.
    [[nodiscard]] Traffic since(const Traffic& earlier) const;
};

/// {"boundaries": [{"name": "a", "kind": "site", "out": {"packets": 2, "bytes": 90, "data": 10}, "in": {...}}, ...],
/// "between": [{"from": "a", "to": "b", "packets": 2, "bytes": 90, "data": 10}, ...]}, in the orders of all_parts() and
/// all_neighbours().
[[nodiscard]] base::JsonOutput traffic_json(const Traffic& traffic, const Grid& grid);

/// Reads what traffic_json() wrote. Throws InputError.
[[nodiscard]] Traffic read_traffic(const base::JsonInput& input, const Grid& grid);

/// A table: a line for each boundary, then one for each way between neighbours that something went. No line if the grid
/// is one site.
[[nodiscard]] std::vector<std::string> traffic_lines(const Traffic& traffic, const Grid& grid);

}  // namespace causeway::testbed
