/// What of a grid can be changed while it is up: by `causeway-testbed set`, or by the grid file's own timed changes.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/units.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::testbed {

struct Grid;

/// A quantity of a site, of any part of the grid, or of two neighbours (parts.hpp).
struct Quantity {
    enum class Of { kSite, kPart, kNeighbours };
    enum class Range {
        kSeconds,      ///< >= 0
        kRate,         ///< > 0, bytes per second
        kLimit,        ///< > 0, bytes per second, or none (infinite)
        kProbability,  ///< >= 0 and < 1
    };

    std::string_view name;
    Of of;
    Range range;
    /// Gives the grid the value: seconds, bytes per second or a probability. `other_part` counts for neighbours only,
    /// which change both ways.
    void (*assign)(Grid& grid, int part, int other_part, double value);
};

/// All of them, in the order in which they are told.
[[nodiscard]] const std::vector<Quantity>& quantities();

/// The quantity called `name`. Throws InputError naming `source` and `place`.
[[nodiscard]] const Quantity& quantity(const std::string& name, const std::string& source, const std::string& place);

/// "a number of seconds >= 0"
[[nodiscard]] std::string accepted_values(const Quantity& quantity);

/// Whether the quantity can have this value; infinity is "none".
[[nodiscard]] bool accepts(const Quantity& quantity, double value);

/// The parts that can have the quantity, in the order of the file.
[[nodiscard]] std::vector<int> parts_with(const Quantity& quantity, const Grid& grid);

/// A new value for a quantity of a part of the grid or of two neighbours.
struct Change {
    const Quantity* what = nullptr;
    int part = 0;
    int other_part = 0;  ///< of neighbours; else as `part`
    double value = 0;    ///< seconds, bytes per second (infinite: no limit) or a probability
};

/// A change that a grid makes by itself.
struct TimedChange {
    Seconds after;  ///< the grid came up
    Change change;
};

/// Reads the key "changes": [{"after": 5.0, "set": {"what": "uplink", "sites": ["a"], "value": 5e6}}, ...], into the
/// order of their times. Throws InputError.
[[nodiscard]] std::vector<TimedChange> read_changes(const base::JsonInput& input, const Grid& grid);

/// "uplink of a becomes 5 MB/s"
[[nodiscard]] std::string to_text(const Change& change, const Grid& grid);

}  // namespace causeway::testbed
