/// `--collective` of the verbs that plan and measure.
#pragma once

#include "causeway/collective/scheme.hpp"

#include <string>

namespace causeway::app {

[[nodiscard]] bool is_broadcast(const std::string& collective);

/// Any other one. Throws InputError with the names that are accepted, broadcast among them.
[[nodiscard]] collective::Operation parse_operation(const std::string& collective);

}  // namespace causeway::app
