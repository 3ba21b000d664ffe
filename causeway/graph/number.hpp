/// A number as text files of other programs have them.
#pragma once

#include "causeway/base/number.hpp"
#include "causeway/base/trimmed.hpp"

#include <cmath>
#include <optional>
#include <string_view>

namespace causeway::graph {

/// The finite decimal number that all of `text` is, but for blanks around it.
[[nodiscard]] inline std::optional<double> number_in(std::string_view text) {
    const std::optional<double> value = base::number_in<double>(base::trimmed(text));
    return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace causeway::graph
