/// What settings accept, and what their texts say.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/configuration/settings.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::configuration {

/// What CAUSEWAY_LEAST_GAIN says instead of a number.
inline constexpr std::string_view kAnyGain = "any";

/// The origin of what the environment sets.
inline constexpr std::string_view kEnvironment = "environment";

/// The entries of a list that say something, without the blanks around them.
[[nodiscard]] std::vector<std::string> words_of(std::string_view comma_list);

/// A number of seconds above 0; nothing for any other text.
[[nodiscard]] std::optional<Seconds> budget_in(std::string_view text);

/// Throws InputError for what the setting does not accept, naming what it does.
void check(const Setting& setting, const Value& value);

}  // namespace causeway::configuration
