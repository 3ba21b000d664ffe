/// Which Causeway this is.
#pragma once

#include <string_view>

namespace causeway::base {

/// "0.1.0"; from the project's CMakeLists.txt.
[[nodiscard]] std::string_view version();

}  // namespace causeway::base
