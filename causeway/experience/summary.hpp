/// Experience for people and reports.
#pragma once

#include "causeway/base/json_output.hpp"
#include "causeway/experience/experience.hpp"

namespace causeway::experience {

/// What is known of a kind, in numbers: of each way its calls with their median and its interval (95 %), which of them
/// stays, what trying has cost, and what it has won.
[[nodiscard]] base::JsonOutput summary(const Kind& kind, const TriedKind& tried);

}  // namespace causeway::experience
