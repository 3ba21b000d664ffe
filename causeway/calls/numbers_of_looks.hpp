/// Looks at links as numbers, for messages between the processes of a communicator.
#pragma once

#include "causeway/platform/renewal.hpp"

#include <span>
#include <vector>

namespace causeway::calls {

void append(std::vector<double>& numbers, const platform::LinkLook& look);

/// What was appended by several processes, in the order of the links, whoever looked.
[[nodiscard]] std::vector<platform::LinkLook> looks_of(std::span<const double> numbers);

}  // namespace causeway::calls
