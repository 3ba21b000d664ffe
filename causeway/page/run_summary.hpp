/// What a run of a program was worth, in few words.
#pragma once

#include "causeway/page/run.hpp"

#include <string>
#include <vector>

namespace causeway::page {

/// Three lines at most, the first of which says what was gained, or why nothing was.
[[nodiscard]] std::vector<std::string> summary_of(const Run& run);

}  // namespace causeway::page
