/// When something happened, for people.
#pragma once

#include <string>

namespace causeway::base {

/// "2024-03-03 10:00:00 UTC", now.
[[nodiscard]] std::string time_stamp();

}  // namespace causeway::base
