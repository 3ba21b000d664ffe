/// Text of others inside XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace causeway::report {

/// `text` so that it means itself between tags and between quotation marks: characters that mean something there are
/// written as entities; control characters but line ends and tabulators, which no XML may hold, become U+FFFD.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace causeway::report
