/// What the functions of include/causeway.h are where no variant of the library is loaded.
#pragma once

namespace causeway::preload {

/// The function that stands for `name`, "causeway_...".
[[nodiscard]] void* inactive_function(const char* name) noexcept;

}  // namespace causeway::preload
