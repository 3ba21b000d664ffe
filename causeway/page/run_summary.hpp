/// What a run of a program was worth, in few words, from its report.
#pragma once

#include "causeway/base/json_input.hpp"

#include <string>
#include <vector>

namespace causeway::page {

/// Three lines at most, the first of which says what was gained, or why nothing was. Throws InputError for what is no
/// report.
[[nodiscard]] std::vector<std::string> summary_of_run(const base::JsonInput& report);

}  // namespace causeway::page
