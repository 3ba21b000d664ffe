/// What the MPI library's own collectives took when discovery measured them.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {

/// What the MPI library's own broadcast of `message` bytes took when it was measured on these hosts in this
/// order ([rank]); nothing if it never was.
[[nodiscard]] std::optional<Seconds> measured_native_time(const platform::Platform& platform,
                                                          std::string_view collective,
                                                          const std::vector<std::string>& host_names, Bytes message);

}  // namespace causeway::planner
