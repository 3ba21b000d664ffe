/// `--collective` of the verbs that plan and measure.
#pragma once

#include "causeway/scheme/scheme.hpp"

#include <string>

namespace causeway::app {

/// `follows_ranks`: whether it may be one whose result depends on the order of the ranks, a scan. Throws InputError
/// with the names that are accepted.
[[nodiscard]] scheme::Operation parse_operation(const std::string& collective, bool follows_ranks = true);

}  // namespace causeway::app
