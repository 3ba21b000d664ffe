/// One line on the standard error.
#pragma once

#include <string_view>

namespace causeway::base {

/// "WHO: TEXT" in one piece, so that lines of several processes stay whole. Where it cannot be written nobody is told.
void tell(std::string_view who, std::string_view text) noexcept;

}  // namespace causeway::base
