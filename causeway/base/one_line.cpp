#include "causeway/base/one_line.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace causeway::base {

namespace {

/// The length of the UTF-8 character that `text` begins with (RFC 3629); 0: there is none, or one that a line must not
/// hold.
std::size_t character_at_front(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xc2 ? 0
                               : first < 0xe0 ? 2
                               : first < 0xf0 ? 3
                               : first < 0xf5 ? 4
                                              : 0;
    if (length == 0 || length > text.size()) {
        return 0;
    }
    std::uint32_t code = length == 1 ? first : first & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) {
            return 0;
        }
        code = code << 6U | (byte(i) & 0x3fU);
    }
    const bool is_longer_than_needed = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool is_surrogate = code >= 0xd800 && code < 0xe000;
    const bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
    return is_longer_than_needed || is_surrogate || is_control || code > 0x10ffff ? 0 : length;
}

}  // namespace

std::string one_line(std::string_view text, std::size_t most) {
    std::string line;
    while (!text.empty()) {
        const std::size_t length = character_at_front(text);
        const std::string shown = length > 0 ? std::string(text.substr(0, length))
                                             : fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
        if (line.size() + shown.size() > most) {
            return line + "...";
        }
        line += shown;
        text.remove_prefix(length > 0 ? length : 1);
    }
    return line;
}

}  // namespace causeway::base
