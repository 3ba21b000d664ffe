/// TCP buffers that hold less than the platform's routes do.
///
/// A connection has at most one window under way per round trip, so that a buffer of B bytes lets it reach B / round
/// trip at most. What is certain: with B < rate x round trip it cannot fill the route. What is likely: the kernel
/// counts its own overhead in B and offers the peer B - B / 2^tcp_adv_win_scale as window, half by default, so that a
/// rate between the two may be the window's and not the network's.
///
/// Which B counts: the largest of tcp_rmem and tcp_wmem, where the kernel tunes the buffers itself; the usual one of
/// tcp_rmem with tcp_moderate_rcvbuf = 0; 65535 bytes without window scaling. Where the program sets the size itself
/// (Open MPI: btl_tcp_rcvbuf, btl_tcp_sndbuf, if not 0) that size, of which the kernel grants net.core.rmem_max or
/// wmem_max at most; it doubles what it grants, for its overhead.
///
/// Source: Linux, Documentation/networking/ip-sysctl.rst (tcp_rmem, tcp_wmem, tcp_adv_win_scale, tcp_moderate_rcvbuf);
/// socket(7) (SO_RCVBUF, rmem_max); RFC 7323, sections 1.1 and 2.
#include "causeway/diagnosis/check/check.hpp"

#include "causeway/base/number.hpp"
#include "causeway/base/text.hpp"
#include "causeway/diagnosis/routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace causeway::diagnosis {

namespace {

constexpr Bytes kLargestUnscaledWindow{65535};  // RFC 9293: the field has 16 bits
constexpr Bytes kMebibyte{1 << 20};
constexpr Bytes kLargestSetting{std::numeric_limits<std::int32_t>::max()};  // the kernel keeps it in an int
constexpr std::int64_t kUsualScale = 1;                                     ///< of tcp_adv_win_scale

struct Side {
    std::string_view setting;    ///< "tcp_rmem"
    std::string_view core;       ///< "rmem_max"
    std::string_view parameter;  ///< Open MPI's
    std::string_view buffer;     ///< for people
    std::optional<BufferSizes> Facts::*sizes;
    std::optional<Bytes> Facts::*granted;
    bool receives;
};
constexpr Side kSides[] = {
    {"tcp_rmem", "rmem_max", "btl_tcp_rcvbuf", "receive buffer", &Facts::tcp_rmem, &Facts::core_rmem_max, true},
    {"tcp_wmem", "wmem_max", "btl_tcp_sndbuf", "send buffer", &Facts::tcp_wmem, &Facts::core_wmem_max, false},
};

/// "a -> b holds 20.0 MB/s x 24.0 ms = 480 kB".
std::string filling_fact(const Route& route) {
    return fmt::format("{} holds {}", route.name, filling_text(route));
}

/// What a window may be of a buffer.
Bytes usable(const Facts& host, Bytes buffer) {
    const std::int64_t scale = std::clamp<std::int64_t>(host.tcp_adv_win_scale.value_or(kUsualScale), -31, 31);
    return scale > 0 ? Bytes(buffer.value() - (buffer.value() >> scale)) : Bytes(buffer.value() >> -scale);
}

std::string sysctl_for(const Side& side, const BufferSizes& now, Bytes needed) {
    const Bytes most = std::min(Bytes(base::num_parts(needed, kMebibyte) * kMebibyte.value()), kLargestSetting);
    return fmt::format("sysctl -w net.ipv4.{}='{} {} {}'   (to stay: a line in /etc/sysctl.d/)", side.setting,
                       now.least.value(), now.usual.value(), most.value());
}

/// The size that Open MPI asks for, if somebody told it one.
std::optional<Bytes> fixed_size(const Facts& host, const Side& side) {
    const Parameter* parameter = host.parameter(side.parameter);
    const auto size = parameter == nullptr ? std::nullopt : base::number_in<std::int64_t>(parameter->value);
    return size && *size > 0 ? std::optional(Bytes(*size)) : std::nullopt;
}

/// Buffers whose size the program fixes.
std::optional<Finding> fixed_buffer(const Facts& host, const Side& side, const Route& route, Bytes size) {
    const Bytes granted = std::min(size, (host.*side.granted).value_or(size));
    if (granted >= route.filling()) {
        return std::nullopt;
    }
    return Finding{.severity = Severity::kProblem,
                   .what = fmt::format("Open MPI's fixed {} is smaller than a route holds", side.buffer),
                   .fact = fmt::format(
                       "{} = {}, of which net.core.{} grants {}; the route {}: one connection "
                       "reaches {} at most",
                       side.parameter, size.value(), side.core, granted.value(), filling_fact(route),
                       base::to_text(BytesPerSecond(static_cast<double>(granted.value()) / route.round_trip.value()))),
                   .remedy = fmt::format("mpirun --mca {} 0 ...   (the kernel tunes it then)", side.parameter)};
}

std::optional<Finding> tuned_buffer(const Facts& host, const Side& side, const Route& route, const BufferSizes& sizes) {
    const bool is_tuned = !side.receives || host.tcp_moderate_rcvbuf.value_or(true);
    const Bytes buffer = is_tuned ? sizes.most : sizes.usual;
    const Bytes window = side.receives ? usable(host, buffer) : buffer;
    const Bytes needed = route.filling();
    if (window >= needed) {
        return std::nullopt;
    }
    const bool is_certain = buffer < needed;
    // The receiver's needs as many times more as its window is smaller than its buffer.
    const double overhead =
        static_cast<double>(buffer.value()) / static_cast<double>(std::max(window, Bytes(1)).value());
    const Bytes right(static_cast<std::int64_t>(
        std::min(overhead * static_cast<double>(needed.value()), static_cast<double>(kLargestSetting.value()))));
    const std::string limit = base::to_text(
        BytesPerSecond(static_cast<double>((is_certain ? buffer : window).value()) / route.round_trip.value()));
    return Finding{
        .severity = is_certain ? Severity::kProblem : Severity::kHint,
        .what = is_certain ? fmt::format("the TCP {} is smaller than a route holds", side.buffer)
                           : fmt::format("the window in the TCP {} is smaller than a route holds", side.buffer),
        .fact = is_certain
                    ? fmt::format("net.ipv4.{}: {} {} bytes; the route {}: one connection reaches {} at most",
                                  side.setting, is_tuned ? "at most" : "without tcp_moderate_rcvbuf always",
                                  buffer.value(), filling_fact(route), limit)
                    : fmt::format("net.ipv4.{}: at most {} bytes, of which {} are window; the route {}: the rate "
                                  "that was measured may be the window's ({})",
                                  side.setting, buffer.value(), window.value(), filling_fact(route), limit),
        .remedy = is_tuned ? sysctl_for(side, sizes, right) : "sysctl -w net.ipv4.tcp_moderate_rcvbuf=1"};
}

Look look_at_tcp_buffers(const Facts& host, const Job& job) {
    if (!job.platform) {
        return {.not_checked = "no platform to compare with: causeway doctor PLATFORM"};
    }
    const std::vector<Route> routes = routes_of(*job.platform, host.host);
    const Route* route = fattest(routes);
    if (route == nullptr) {
        return {.not_checked = "the platform has no route with a latency and a rate"};
    }
    Look look;
    if (!host.tcp_window_scaling.value_or(true) && route->filling() > kLargestUnscaledWindow) {
        look.findings.push_back({Severity::kProblem, "TCP windows are not scaled",
                                 fmt::format("net.ipv4.tcp_window_scaling = 0: a window has {} bytes at most; the "
                                             "route {}",
                                             kLargestUnscaledWindow.value(), filling_fact(*route)),
                                 "sysctl -w net.ipv4.tcp_window_scaling=1"});
    }
    for (const Side& side : kSides) {
        std::optional<Finding> finding;
        if (const auto fixed = fixed_size(host, side)) {
            finding = fixed_buffer(host, side, *route, *fixed);
        } else if (const auto& sizes = host.*side.sizes) {
            finding = tuned_buffer(host, side, *route, *sizes);
        } else {
            look.not_checked = fmt::format("net.ipv4.{} cannot be read", side.setting);
        }
        if (finding) {
            look.findings.push_back(std::move(*finding));
        }
    }
    return look;
}

}  // namespace

extern constexpr Check tcp_buffers{
    .name = "tcp_buffers",
    .summary = "TCP buffers and windows against rate x round trip of the platform's routes",
    .source = "Linux ip-sysctl.rst; socket(7); RFC 7323",
    .at_host = look_at_tcp_buffers,
};

}  // namespace causeway::diagnosis
