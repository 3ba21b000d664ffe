/// Facts as a text that a rank sends to rank 0.
#pragma once

#include "causeway/diagnosis/facts.hpp"

#include <string>
#include <string_view>

namespace causeway::diagnosis {

/// Facts as bytes; texts in any encoding stay as they are.
[[nodiscard]] std::string to_text(const Facts& facts);

/// What to_text() wrote. Throws InputError for anything else.
[[nodiscard]] Facts facts_in(std::string_view text);

}  // namespace causeway::diagnosis
