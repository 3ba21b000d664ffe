/// Lists that people write on the command line: "a,b,c".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace causeway::base {

/// What stands between the commas, in order; of an empty text, and between two commas, an empty entry.
[[nodiscard]] std::vector<std::string> entries_of(std::string_view comma_list);

}  // namespace causeway::base
