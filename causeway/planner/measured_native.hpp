/// What the MPI library's own collectives took when they were measured.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {

/// What the library's own `collective` of `message` bytes took when it was measured on these hosts in this order
/// ([rank]); nothing where it never was.
[[nodiscard]] std::optional<Seconds> measured_native(const platform::Platform& platform, std::string_view collective,
                                                     const std::vector<std::string>& host_names, Bytes message);

}  // namespace causeway::planner
