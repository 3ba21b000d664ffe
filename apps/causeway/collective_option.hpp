/// `--collective` of the verbs that plan and measure.
#pragma once

#include "causeway/scheme/scheme.hpp"

#include <string>
#include <vector>

namespace causeway::app {

/// Whether what is asked about has ranks, in whose order a scan goes.
enum class Ranks { kAreThere, kAreNot };

/// "broadcast, reduce, ...": those that are accepted, for help texts.
[[nodiscard]] std::string collective_names(Ranks ranks = Ranks::kAreThere);
[[nodiscard]] std::vector<std::string> collective_words(Ranks ranks = Ranks::kAreThere);

/// Throws InputError with the names that are accepted.
[[nodiscard]] scheme::Operation parse_operation(const std::string& collective, Ranks ranks = Ranks::kAreThere);

}  // namespace causeway::app
