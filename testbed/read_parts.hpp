/// The parts of a grid in its file: sites, LANs in sites, regions, and what is between them.
#pragma once

#include "testbed/grid.hpp"
#include "testbed/parts.hpp"

#include "causeway/base/json_input.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::testbed {

/// The keys at the top of a grid file that read_parts() reads.
[[nodiscard]] std::span<const std::string_view> keys_of_parts();

/// The sites, the groups and what is between them, of a whole grid file; the rest of the grid is left as it is by
/// default. Throws InputError.
[[nodiscard]] Grid read_parts(const base::JsonInput& file);

/// The one of `among` that the input names. Throws InputError with the names there are.
[[nodiscard]] int read_part_name(const base::JsonInput& input, const Grid& grid, const std::vector<int>& among);

/// "between": the two neighbours, both of `among`, that an entry names. Throws InputError.
[[nodiscard]] Neighbours read_between(const base::JsonInput& entry, const Grid& grid, const std::vector<int>& among);

/// The one of `among` that is called `name`, or InputError with `source` and the names there are.
[[nodiscard]] int part_called(const std::string& name, const Grid& grid, const std::vector<int>& among,
                              const std::string& source);

}  // namespace causeway::testbed
