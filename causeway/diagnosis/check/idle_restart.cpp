/// Connections that begin anew after each pause.
///
/// With tcp_slow_start_after_idle = 1 the congestion window of a connection that was idle for a retransmission timeout
/// (the round trip and at least 200 ms) falls back to 10 segments and doubles with each round trip: a program that
/// computes in between pays ceil(log2(rate x round trip / 10 segments)) round trips on a long route, every time.
///
/// Source: RFC 5681, section 4.1; RFC 6928 (10 segments); RFC 2861; Linux ip-sysctl.rst (tcp_slow_start_after_idle).
#include "causeway/diagnosis/check/check.hpp"

#include "causeway/base/text.hpp"
#include "causeway/diagnosis/routes.hpp"

#include <fmt/format.h>

#include <cmath>

namespace causeway::diagnosis {

namespace {

constexpr std::int64_t kFirstSegments = 10;  // RFC 6928
constexpr Bytes kUsualSegment{1460};         // Ethernet's 1500 bytes without the headers of IPv4 and TCP

Look look_at_idle_restart(const Facts& host, const Job& job) {
    if (!host.tcp_slow_start_after_idle) {
        return {.not_checked = "net.ipv4.tcp_slow_start_after_idle cannot be read"};
    }
    if (!job.platform) {
        return {.not_checked = "no platform that says how long the routes are: causeway doctor PLATFORM"};
    }
    const std::vector<Route> routes = routes_of(*job.platform, host.host);
    const Route* route = fattest(routes);
    const Bytes first = kFirstSegments * kUsualSegment;
    if (!*host.tcp_slow_start_after_idle || route == nullptr || route->filling() <= first) {
        return {};
    }
    const double round_trips =
        std::ceil(std::log2(static_cast<double>(route->filling().value()) / static_cast<double>(first.value())));
    return {
        .findings = {{Severity::kHint, "connections over long routes begin anew after each pause",
                      fmt::format("net.ipv4.tcp_slow_start_after_idle = 1: after a pause of 200 ms and more the first "
                                  "{} of {} are under way on the route {}; {} round trips, {}, until it is full",
                                  base::rounded_text(first), base::rounded_text(route->filling()), route->name,
                                  round_trips, base::to_text(round_trips * route->round_trip)),
                      "sysctl -w net.ipv4.tcp_slow_start_after_idle=0"}}};
}

}  // namespace

extern constexpr Check idle_restart{
    .name = "idle_restart",
    .summary = "whether connections over long routes start slowly after each pause",
    .source = "RFC 5681; RFC 6928; Linux ip-sysctl.rst",
    .at_host = look_at_idle_restart,
};

}  // namespace causeway::diagnosis
