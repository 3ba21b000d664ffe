#include "testbed/noise.hpp"

#include "testbed/grid.hpp"
#include "testbed/parts.hpp"
#include "testbed/read_parts.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace causeway::testbed {

namespace {

using base::JsonInput;

constexpr int kMostBusyLoops = 64;
constexpr int kLongestBurst = 1000;  // packets

int read_host(const JsonInput& input, const Grid& grid) {
    const std::string wanted = input.string();
    const std::vector<Host> hosts = hosts_of(grid);
    const auto found =
        std::find_if(hosts.begin(), hosts.end(), [&wanted](const Host& host) { return host.name == wanted; });
    if (found == hosts.end()) {
        input.refuse(fmt::format("one of the hosts {} to {}", hosts.front().name, hosts.back().name));
    }
    return static_cast<int>(found - hosts.begin());
}

CrossTraffic read_cross_traffic(const JsonInput& input, const Grid& grid) {
    input.require_keys_among({"from", "to", "rate", "on", "off"});
    CrossTraffic result{.from = read_host(input.member("from"), grid),
                        .to = read_host(input.member("to"), grid),
                        .rate = BytesPerSecond(std::numeric_limits<double>::infinity()),
                        .on = Seconds(1),
                        .off = Seconds(0)};
    if (result.from == result.to) {
        input.member("to").refuse("another host than 'from'");
    }
    if (const auto rate = input.optional_member("rate")) {
        result.rate = rate->positive_rate();
    }
    if (const auto off = input.optional_member("off")) {
        result.off = off->non_negative_seconds();
    }
    if (const auto on = input.optional_member("on")) {
        result.on = on->non_negative_seconds();
        if (result.on <= Seconds(0)) {
            on->refuse("a number of seconds > 0");
        }
    }
    return result;
}

LossBursts read_loss_bursts(const JsonInput& input, const Grid& grid) {
    input.require_keys_among({"between", "probability", "length"});
    const Neighbours between = read_between(input, grid, all_parts(grid));
    return {.part = between.a,
            .other_part = between.b,
            .probability = read_probability(input.member("probability")),
            .length = static_cast<int>(input.member("length").integer(1, kLongestBurst))};
}

}  // namespace

Noise read_noise(const JsonInput& input, const Grid& grid) {
    input.require_keys_among({"router", "busy_loops", "cross_traffic", "loss_bursts"});
    Noise noise;
    if (const auto router = input.optional_member("router")) {
        const std::string word = router->string();
        if (word != "ordinary" && word != "punctual") {
            router->refuse("\"ordinary\" or \"punctual\"");
        }
        noise.has_ordinary_router = word == "ordinary";
    }
    if (const auto loops = input.optional_member("busy_loops")) {
        noise.busy_loops = static_cast<int>(loops->integer(0, kMostBusyLoops));
    }
    if (const auto traffic = input.optional_member("cross_traffic")) {
        for (const JsonInput& entry : traffic->elements()) {
            noise.cross_traffic.push_back(read_cross_traffic(entry, grid));
        }
    }
    if (const auto bursts = input.optional_member("loss_bursts")) {
        for (const JsonInput& entry : bursts->elements()) {
            const LossBursts own = read_loss_bursts(entry, grid);
            for (const LossBursts& earlier : noise.loss_bursts) {
                if (std::minmax(earlier.part, earlier.other_part) == std::minmax(own.part, own.other_part)) {
                    entry.member("between").refuse("every pair of sites once");
                }
            }
            noise.loss_bursts.push_back(own);
        }
    }
    return noise;
}

base::JsonOutput noise_json(const Noise& noise, const Grid& grid) {
    const std::vector<Host> hosts = hosts_of(grid);
    base::JsonOutput result = base::JsonOutput::object();
    if (noise.has_ordinary_router) {
        result["router"] = "ordinary";
    }
    if (noise.busy_loops > 0) {
        result["busy_loops"] = noise.busy_loops;
    }
    for (const CrossTraffic& traffic : noise.cross_traffic) {
        base::JsonOutput entry = {{"from", hosts[static_cast<std::size_t>(traffic.from)].name},
                                  {"to", hosts[static_cast<std::size_t>(traffic.to)].name}};
        if (!std::isinf(traffic.rate.value())) {
            entry["rate"] = traffic.rate.value();
        }
        entry["on"] = traffic.on.value();
        entry["off"] = traffic.off.value();
        result["cross_traffic"].push_back(std::move(entry));
    }
    for (const LossBursts& bursts : noise.loss_bursts) {
        result["loss_bursts"].push_back(
            {{"between", base::JsonOutput::array({part_name(grid, bursts.part), part_name(grid, bursts.other_part)})},
             {"probability", bursts.probability},
             {"length", bursts.length}});
    }
    return result;
}

std::vector<std::string> noise_lines(const Noise& noise, const Grid& grid) {
    const std::vector<Host> hosts = hosts_of(grid);
    std::vector<std::string> lines;
    if (noise.has_ordinary_router) {
        lines.emplace_back("a router of ordinary priority");
    }
    if (noise.busy_loops > 0) {
        lines.push_back(fmt::format("{} busy {}", noise.busy_loops, noise.busy_loops == 1 ? "loop" : "loops"));
    }
    for (const CrossTraffic& traffic : noise.cross_traffic) {
        lines.push_back(
            fmt::format("cross traffic from {} to {}, {}{}", hosts[static_cast<std::size_t>(traffic.from)].name,
                        hosts[static_cast<std::size_t>(traffic.to)].name,
                        std::isinf(traffic.rate.value()) ? "as fast as TCP goes" : base::to_text(traffic.rate),
                        traffic.off > Seconds(0) ? fmt::format(", on for {} and off for {} on average",
                                                               base::to_text(traffic.on), base::to_text(traffic.off))
                                                 : ""));
    }
    for (const LossBursts& bursts : noise.loss_bursts) {
        lines.push_back(fmt::format("between {} and {}: bursts of {} lost packets, at {:.3g} of them",
                                    part_name(grid, bursts.part), part_name(grid, bursts.other_part), bursts.length,
                                    bursts.probability));
    }
    return lines;
}

}  // namespace causeway::testbed
