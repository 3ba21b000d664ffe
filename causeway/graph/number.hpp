/// A number as text files of other programs have them.
#pragma once

#include "causeway/base/trimmed.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace causeway::graph {

/// The finite decimal number that all of `text` is, but for blanks around it.
[[nodiscard]] inline std::optional<double> number_in(std::string_view text) {
    const std::string_view digits = base::trimmed(text);
    double value = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace causeway::graph
