/// What MPICH's library says of its own algorithms to whom reads it as a file: it exports none of their names, and its
/// control variables run the words of their descriptions into each other.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::tuning {

/// The JSON by which it selects algorithms, of those that MPICH keeps that of its general collectives.
[[nodiscard]] std::optional<std::string> mpich_selection(std::string_view library);

/// The names of algorithms in it: "MPIR_Bcast_intra_binomial".
[[nodiscard]] std::set<std::string> mpich_algorithms(std::string_view library);

/// The algorithms that a control variable MPIR_CVAR_..._INTRA_ALGORITHM selects by its values 0, 1, ..., by the names
/// above, in the order of its description, which lists them as "word - meaning" without anything in between; value 0
/// ("auto") and words without an algorithm are empty. `collective`: "bcast".
[[nodiscard]] std::vector<std::string> mpich_values(std::string_view description, std::string_view collective,
                                                    const std::set<std::string>& algorithms);

}  // namespace causeway::tuning
