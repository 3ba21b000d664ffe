/// The tables of policy: every number by which it is decided what to measure, what to believe and what to choose.
///
/// What follows from the standard, a protocol or a file's form is no policy. To add one: a line in measurement.def or
/// choice.def, with its unit, its reason and where it is from: a model, a measurement, a paper; "judgement" where it
/// was weighed by none of them.
#pragma once

#include <string_view>
#include <vector>

namespace causeway::policy {

struct Number {
    std::string_view name;     ///< also that of the constant
    std::string_view summary;  ///< its value, its unit, and its reason
    std::string_view source;
};

/// All of them, those of measurements first.
[[nodiscard]] std::vector<Number> numbers();

}  // namespace causeway::policy
