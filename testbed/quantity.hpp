/// What of a grid can be changed while it is up: by `causeway-testbed set`, or by the grid file's own timed changes.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/units.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::testbed {

struct Grid;
struct Site;

/// A quantity of one site or of a pair of sites.
struct Quantity {
    enum class Range {
        kSeconds,      ///< >= 0
        kRate,         ///< > 0, bytes per second
        kLimit,        ///< > 0, bytes per second, or none (infinite)
        kProbability,  ///< >= 0 and < 1
    };

    std::string_view name;
    int num_sites;  ///< of how many sites it speaks
    Range range;
    /// Gives the grid the value: seconds, bytes per second or a probability. `other_site` counts for pairs only, which
    /// change both ways.
    void (*assign)(Grid& grid, int site, int other_site, double value);
};

/// All of them, in the order in which they are told.
[[nodiscard]] const std::vector<Quantity>& quantities();

/// The quantity called `name`. Throws InputError naming `source` and `place`.
[[nodiscard]] const Quantity& quantity(const std::string& name, const std::string& source, const std::string& place);

/// "a number of seconds >= 0"
[[nodiscard]] std::string accepted_values(const Quantity& quantity);

/// Whether the quantity can have this value; infinity is "none".
[[nodiscard]] bool accepts(const Quantity& quantity, double value);

/// A new value for a quantity of a site or of a pair of sites.
struct Change {
    const Quantity* what = nullptr;
    int site = 0;
    int other_site = 0;  ///< of a pair; else as `site`
    double value = 0;    ///< seconds, bytes per second (infinite: no limit) or a probability
};

/// A change that a grid makes by itself.
struct TimedChange {
    Seconds after;  ///< the grid came up
    Change change;
};

/// Reads the key "changes": [{"after": 5.0, "set": {"what": "uplink", "sites": ["a"], "value": 5e6}}, ...], into the
/// order of their times. Throws InputError.
[[nodiscard]] std::vector<TimedChange> read_changes(const base::JsonInput& input, const std::vector<Site>& sites);

/// "uplink of a becomes 5 MB/s"
[[nodiscard]] std::string to_text(const Change& change, const std::vector<Site>& sites);

}  // namespace causeway::testbed
