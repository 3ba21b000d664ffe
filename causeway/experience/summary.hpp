/// Experience for people and reports.
#pragma once

#include "causeway/experience/experience.hpp"

#include <nlohmann/json_fwd.hpp>

namespace causeway::experience {

/// What is known of a kind, in numbers: of each way its calls with their median and its interval (95 %), which of them
/// stays, what trying has cost, and what it has won.
[[nodiscard]] nlohmann::ordered_json summary(const Kind& kind, const TriedKind& tried);

}  // namespace causeway::experience
