/// A congestion control that lost packets keep below what a long route carries.
///
/// Of a part p of packets lost, CUBIC keeps on average 1.054 (round trip / p)^(3/4) segments under way, and no less
/// than Reno's sqrt(1.5 / p) (round trip in seconds). p is measured: of the segments that this host has sent since its
/// network came up, those that it sent again. That is of all its connections, not of the route's: so it is a hint.
///
/// Source: RFC 9438, sections 4.3 and 5.1 (figures of CUBIC with C = 0.4, beta = 0.7); Mathis, Semke, Mahdavi and Ott,
/// The macroscopic behavior of the TCP congestion avoidance algorithm (1997); RFC 4022 (tcpRetransSegs).
#include "causeway/diagnosis/check/check.hpp"

#include "causeway/base/text.hpp"
#include "causeway/diagnosis/routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace causeway::diagnosis {

namespace {

/// Of n events at random the number is known to 1 / sqrt(n): to 10 % from here on.
constexpr std::int64_t kEnoughLosses = 100;
constexpr Bytes kIpAndTcp{40};
constexpr Bytes kUsualMtu{1500};

/// Segments under way on the average.
double mean_window(const std::string& control, double lost, Seconds round_trip) {
    const double reno = std::sqrt(1.5 / lost);
    return control == "cubic" ? std::max(reno, 1.054 * std::pow(round_trip.value() / lost, 0.75)) : reno;
}

Look look_at_congestion(const Facts& host, const Job& job) {
    if (host.congestion_control.empty()) {
        return {.not_checked = "net.ipv4.tcp_congestion_control cannot be read"};
    }
    if (host.congestion_control != "cubic" && host.congestion_control != "reno") {
        return {};  // others do not take every loss for a full route
    }
    if (!job.platform) {
        return {.not_checked = "no platform that says how long the routes are: causeway doctor PLATFORM"};
    }
    if (!host.segments_sent || !host.segments_sent_again || *host.segments_sent == 0) {
        return {.not_checked = "/proc/net/snmp does not say how many segments were lost"};
    }
    if (*host.segments_sent_again < kEnoughLosses) {
        return {};
    }
    const double lost =
        std::min(1.0, static_cast<double>(*host.segments_sent_again) / static_cast<double>(*host.segments_sent));
    Bytes mtu = kUsualMtu;
    for (const Interface* one : host.usable_interfaces()) {
        mtu = one->mtu.value_or(mtu);  // of several the last: they seldom differ
    }
    const auto segment = static_cast<double>(mtu.value() - kIpAndTcp.value());
    const std::vector<Route> routes = routes_of(*job.platform, host.host);
    const Route* worst = nullptr;
    double least_share = 1.0;
    for (const Route& route : routes) {
        const double reached =
            mean_window(host.congestion_control, lost, route.round_trip) * segment / route.round_trip.value();
        if (reached / route.rate.value() < least_share) {
            least_share = reached / route.rate.value();
            worst = &route;
        }
    }
    if (worst == nullptr) {
        return {};
    }
    const bool has_bbr = std::find(host.congestion_controls.begin(), host.congestion_controls.end(), "bbr") !=
                         host.congestion_controls.end();
    return {
        .findings = {{Severity::kHint,
                      fmt::format("with packets lost, {} does not fill long routes", host.congestion_control),
                      fmt::format("{} of {} segments were sent again, {:.2g} %: with that loss a connection reaches "
                                  "{} of {} on the route {}",
                                  *host.segments_sent_again, *host.segments_sent, 100.0 * lost,
                                  base::to_text(BytesPerSecond(least_share * worst->rate.value())),
                                  base::to_text(worst->rate), worst->name),
                      std::string(has_bbr ? "" : "modprobe tcp_bbr && ") +
                          "sysctl -w net.core.default_qdisc=fq net.ipv4.tcp_congestion_control=bbr"}}};
}

}  // namespace

extern constexpr Check congestion{
    .name = "congestion",
    .summary = "what the congestion control reaches on the platform's routes with the losses counted so far",
    .source = "RFC 9438; Mathis et al. 1997",
    .at_host = look_at_congestion,
};

}  // namespace causeway::diagnosis
