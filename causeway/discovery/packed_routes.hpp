/// Measured routes as bytes, for messages between processes of one job.
#pragma once

#include "causeway/discovery/route.hpp"

#include <string>
#include <vector>

namespace causeway::discovery {

[[nodiscard]] std::string packed(const std::vector<Route>& routes);

/// Adds what `packed` gave to `routes`.
void unpack(const std::string& bytes, std::vector<Route>& routes);

}  // namespace causeway::discovery
