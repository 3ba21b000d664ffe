/// `--collective` of the verbs that plan and measure.
#pragma once

#include "causeway/scheme/scheme.hpp"

#include <string>

namespace causeway::app {

/// Throws InputError with the names that are accepted.
[[nodiscard]] scheme::Operation parse_operation(const std::string& collective);

}  // namespace causeway::app
