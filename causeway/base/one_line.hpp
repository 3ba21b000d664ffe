/// Text of others as part of a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace causeway::base {

/// `text` on one line, whatever it holds: control characters, line separators and bytes that are no UTF-8 become
/// "\xNN". What is longer than `most` bytes is cut, in whole characters, and ends with "...".
[[nodiscard]] std::string one_line(std::string_view text, std::size_t most);

}  // namespace causeway::base
