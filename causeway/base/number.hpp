/// A number as text.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace causeway::base {

/// The decimal number that all of `text` is, without blanks around it; nothing for what is none or does not fit into
/// `Number`. A floating-point one may be infinite or not a number.
template <typename Number>
[[nodiscard]] std::optional<Number> number_in(std::string_view text) {
    Number value{};
    const char* const end_of_text = text.data() + text.size();
    const auto [end, code] = std::from_chars(text.data(), end_of_text, value);
    return code == std::errc() && end == end_of_text ? std::optional(value) : std::nullopt;
}

}  // namespace causeway::base
