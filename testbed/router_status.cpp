#include "testbed/router_status.hpp"

#include "testbed/control.hpp"
#include "testbed/parts.hpp"

#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace causeway::testbed {

RouterStatus router_status(const StateFolder& folder) {
    const std::optional<Descriptor> connection = connect_to(folder.control());
    if (!connection) {
        throw base::Error("the grid is not up any more");
    }
    const base::JsonInput content = ask(*connection, {{"request", "status"}}).content();
    const auto count = [](const base::JsonInput& number) {
        return number.integer(0, std::numeric_limits<std::int64_t>::max());
    };
    LagHistogram::Counts lag{};
    const base::JsonElements counts = content.member("lag").elements();
    for (std::size_t i = 0; i < std::min(lag.size(), counts.size()); ++i) {
        lag[i] = count(counts[i]);
    }
    Grid grid = read_grid(content.member("grid"));
    return {.pid = static_cast<int>(count(content.member("pid"))),
            .num_packets = count(content.member("packets")),
            .num_dropped = count(content.member("drops")),
            .num_lost = count(content.member("lost")),
            .up_for = Seconds(content.member("up_for").number()),
            .priority = content.member("priority").string(),
            .lag = LagHistogram(lag),
            .traffic = read_traffic(content.member("traffic"), grid),
            .grid = std::move(grid)};
}

Seconds acceptable_lag(const Grid& grid) {
    // Less than the noise that a busy machine's scheduler puts on any measurement.
    constexpr Seconds kAlways{0.001};
    constexpr double kShare = 0.1;
    Seconds smallest = Seconds::infinity();
    for (const Neighbours& pair : all_neighbours(grid)) {
        smallest = std::min(smallest, grid.latency(pair.a, pair.b));
    }
    return smallest < Seconds::infinity() ? std::max(kAlways, kShare * smallest) : kAlways;
}

std::string lag_text(const LagHistogram& lag) {
    return fmt::format("lag: median {}, 99 % below {}, at most {}", base::to_text(lag.quantile(0.5)),
                       base::to_text(lag.quantile(kJudgedQuantile)), base::to_text(lag.quantile(1.0)));
}

}  // namespace causeway::testbed
