/// How long each process computes, as a file states it.
#pragma once

#include "causeway/base/units.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::mapping {

/// Of a CSV with the columns process and seconds: how long a process computes on a host of speed 1, in the time in
/// which it sends what the communication table has. Those that are not listed do not compute. [process]. Throws
/// InputError naming `source`.
[[nodiscard]] std::vector<Seconds> parse_computing_weights(std::string_view text, const std::string& source,
                                                           int num_processes);

}  // namespace causeway::mapping
