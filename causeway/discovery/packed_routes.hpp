/// What was measured of routes as bytes, for messages between processes of one job.
#pragma once

#include "causeway/discovery/glances.hpp"
#include "causeway/discovery/route.hpp"

#include <string>
#include <vector>

namespace causeway::discovery {

struct SeenRoutes {
    std::vector<Route> measured;
    std::vector<Glance> glances;

    friend bool operator==(const SeenRoutes&, const SeenRoutes&) = default;
};

[[nodiscard]] std::string packed(const SeenRoutes& routes);

/// Adds what `packed` gave to `routes`.
void unpack(const std::string& bytes, SeenRoutes& routes);

}  // namespace causeway::discovery
