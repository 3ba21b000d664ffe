/// Which algorithm an MPI library takes for a call.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/scheme/scheme.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {

/// The algorithms of `library`, one of which it takes for this operation, by their names: schemes, or what
/// rounds_of_library() knows; of a broadcast strategies over the ranks in their order, and of a reduce those whose tree
/// it goes up. One where it is known which;
/// where the library takes one that is not among ours, all that it takes for other sizes. `message` as in plan::Plan.
/// Source: the fixed decisions of Open MPI 4.1 (component tuned; 5.0 has them, too) and the defaults of MPICH 4. What
/// users tune in their libraries is not known.
[[nodiscard]] std::vector<std::string_view> library_algorithms(scheme::MpiLibrary library, scheme::Operation operation,
                                                               int processes, Bytes message);

/// The rounds of an algorithm of the libraries' that is not among ours; nothing: it is not known.
[[nodiscard]] std::optional<scheme::FlatRounds> rounds_of_library(std::string_view algorithm);

/// The names "open-mpi" and "mpich", in this order.
[[nodiscard]] std::vector<std::string> library_names();

/// The library of this name. Throws InputError; `source` says where it is from.
[[nodiscard]] scheme::MpiLibrary library_named(std::string_view name, std::string_view source);

}  // namespace causeway::planner
