/// What the two versions of Open MPI's rules have in common.
#pragma once

#include "causeway/tuning/choices.hpp"

#include <span>
#include <string>
#include <string_view>

namespace causeway::tuning {

/// How either is used.
inline constexpr std::string_view kOpenMpiUsage =
    "mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename {} ./program";

/// Whether Open MPI looks at rules for the collective by the size of its data.
[[nodiscard]] bool has_open_mpi_rules(std::string_view collective);

/// The rules: for each collective communicators, for each of these message sizes, for each an algorithm, a fanout and a
/// segment; in version 2 the most requests at a time as well (0: any number). Communicators that were not measured are
/// left to Open MPI.
[[nodiscard]] std::string open_mpi_rules(std::span<const CollectiveChoices> choices, int version);

}  // namespace causeway::tuning
