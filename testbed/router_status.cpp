#include "testbed/router_status.hpp"

#include "testbed/control.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::testbed {

RouterStatus router_status(const StateFolder& folder) {
    const std::optional<Descriptor> connection = connect_to(folder.control());
    if (!connection) {
        throw base::Error("the grid is not up any more");
    }
    const nlohmann::json content = ask(*connection, {{"request", "status"}}).content;
    return {.pid = content.at("pid").get<int>(),
            .num_packets = content.at("packets").get<std::int64_t>(),
            .num_dropped = content.at("drops").get<std::int64_t>(),
            .num_lost = content.at("lost").get<std::int64_t>(),
            .up_for = Seconds(content.at("up_for").get<double>()),
            .priority = content.at("priority").get<std::string>(),
            .lag = LagHistogram(content.at("lag").get<LagHistogram::Counts>()),
            .grid = read_grid(base::JsonInput::parse(content.at("grid").dump(), "the router's grid"))};
}

Seconds acceptable_lag(const Grid& grid) {
    // Less than the noise that a busy machine's scheduler puts on any measurement.
    constexpr Seconds kAlways{0.001};
    constexpr double kShare = 0.1;
    Seconds smallest = Seconds::infinity();
    for (int a = 0; a < grid.latency.size(); ++a) {
        for (int b = 0; b < grid.latency.size(); ++b) {
            if (a != b) {
                smallest = std::min(smallest, grid.latency(a, b));
            }
        }
    }
    return smallest < Seconds::infinity() ? std::max(kAlways, kShare * smallest) : kAlways;
}

std::string lag_text(const LagHistogram& lag) {
    return fmt::format("lag: median {}, 99 % below {}, at most {}", base::to_text(lag.quantile(0.5)),
                       base::to_text(lag.quantile(kJudgedQuantile)), base::to_text(lag.quantile(1.0)));
}

}  // namespace causeway::testbed
