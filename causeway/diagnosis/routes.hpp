/// The routes of a platform as TCP sees them: how much must be under way to fill them.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::diagnosis {

struct Route {
    std::string name;                              ///< "a -> b", "inside a"
    BytesPerSecond rate;                           ///< of all its flows together, as far as that was measured
    Seconds round_trip;                            ///< twice the latency
    std::optional<BytesPerSecond> per_flow_limit;  ///< platform::Link::per_flow_limit

    /// Rate x round trip: what one connection has under way when it fills the route (RFC 7323, section 1.1).
    [[nodiscard]] Bytes filling() const;
};

/// The routes that begin or end at `host`; if the platform does not know it, all. Those without a measured latency and
/// rate are left out.
[[nodiscard]] std::vector<Route> routes_of(const platform::Platform& platform, std::string_view host);

/// The route among `routes` that takes most to fill; null if there is none.
[[nodiscard]] const Route* fattest(const std::vector<Route>& routes);

/// "20.0 MB/s x 24.0 ms = 480 kB".
[[nodiscard]] std::string filling_text(const Route& route);

}  // namespace causeway::diagnosis
