#include "causeway/platform/platform_json.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/platform/consistency.hpp"
#include "causeway/platform/ethernet_json.hpp"
#include "causeway/platform/levels_json.hpp"
#include "causeway/platform/provenance_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace causeway::platform {

namespace {

using base::JsonElements;
using base::JsonInput;
using base::JsonOutput;
using statistics::PiecewiseLinear;

constexpr int kVersion = 1;
constexpr int kMostHosts = 10'000'000;

/// A bare number (a constant) or [[bytes, seconds], ...] with increasing sizes.
PiecewiseLinear read_table(const JsonInput& input) {
    constexpr std::string_view kAccepted = "a number of seconds >= 0, or [[bytes, seconds], ...] with increasing bytes";
    if (input.is_number()) {
        return PiecewiseLinear(input.non_negative_seconds().value());
    }
    if (!input.is_array() || input.elements().empty()) {
        input.refuse(kAccepted);
    }
    std::vector<PiecewiseLinear::Point> points;
    for (const JsonInput& row : input.elements()) {
        const JsonElements pair = row.elements();
        if (pair.size() != 2) {
            row.refuse("a pair [bytes, seconds]");
        }
        const auto size = static_cast<double>(pair[0].non_negative_bytes().value());
        const double seconds = pair[1].non_negative_seconds().value();
        if (!points.empty() && size <= points.back().x) {
            pair[0].refuse(fmt::format("a size above {} bytes, the one before", points.back().x));
        }
        points.push_back({size, seconds});
    }
    return PiecewiseLinear(std::move(points));
}

std::optional<PiecewiseLinear> read_optional_table(const JsonInput& input, std::string_view key) {
    const auto table = input.optional_member(key);
    return table ? std::optional(read_table(*table)) : std::nullopt;
}

Plogp read_plogp(const JsonInput& input) {
    input.require_keys_among({"latency", "gap", "send_overhead", "receive_overhead", "delivery", "shared_gap"});
    Plogp result;
    result.latency = input.member("latency").non_negative_seconds();
    result.gap = read_table(input.member("gap"));
    // A platform that gives no overheads describes processors that are never the bottleneck.
    if (const auto table = input.optional_member("send_overhead")) {
        result.send_overhead = read_table(*table);
    }
    if (const auto table = input.optional_member("receive_overhead")) {
        result.receive_overhead = read_table(*table);
    }
    result.delivery = read_optional_table(input, "delivery");
    result.shared_gap = read_optional_table(input, "shared_gap");
    return result;
}

std::optional<Plogp> read_optional_plogp(const JsonInput& input, std::string_view key) {
    const auto plogp = input.optional_member(key);
    return plogp ? std::optional(read_plogp(*plogp)) : std::nullopt;
}

std::string non_empty_string(const JsonInput& input) {
    std::string text = input.string();
    if (text.empty()) {
        input.refuse("a name");
    }
    return text;
}

Cluster read_cluster(const JsonInput& input) {
    input.require_keys_among({"name", "hosts", "plogp", "within_host", "broadcast_time", "uplink_capacity",
                              "downlink_capacity", "ethernet"});
    Cluster result;
    result.name = non_empty_string(input.member("name"));
    const JsonInput hosts = input.member("hosts");
    if (hosts.is_array()) {
        for (const JsonInput& host : hosts.elements()) {
            result.hosts.push_back(non_empty_string(host));
        }
        if (result.hosts.empty()) {
            hosts.refuse("at least one host");
        }
        result.num_hosts = static_cast<int>(result.hosts.size());
    } else if (hosts.is_number()) {
        result.num_hosts = static_cast<int>(hosts.integer(1, kMostHosts));
    } else {
        hosts.refuse("a list of host names or their number");
    }
    result.plogp = read_optional_plogp(input, "plogp");
    result.within_host = read_optional_plogp(input, "within_host");
    result.broadcast_time = read_optional_table(input, "broadcast_time");
    result.uplink_capacity = input.optional_positive_rate("uplink_capacity");
    result.downlink_capacity = input.optional_positive_rate("downlink_capacity");
    if (const auto ethernet = input.optional_member("ethernet")) {
        result.ethernet = read_ethernet(*ethernet, result.hosts);
    }
    if (result.num_hosts > 1 && !result.plogp && !result.broadcast_time) {
        input.refuse(fmt::format("cluster '{}' of several hosts and neither 'plogp' nor 'broadcast_time'", result.name),
                     "the key 'plogp' (or 'broadcast_time') for every cluster of more than one host");
    }
    return result;
}

/// Names -> indices, with the complaint that lists what is known.
class ClusterNames {
public:
    explicit ClusterNames(const std::vector<Cluster>& clusters) {
        for (const Cluster& cluster : clusters) {
            index_.emplace(cluster.name, static_cast<int>(names_.size()));
            names_.push_back(cluster.name);
        }
    }

    [[nodiscard]] int index(const JsonInput& input) const {
        const auto found = index_.find(input.string());
        if (found == index_.end()) {
            input.refuse(fmt::format("the unknown cluster '{}'", input.string()), base::joined(names_));
        }
        return found->second;
    }

private:
    std::unordered_map<std::string, int> index_;
    std::vector<std::string> names_;
};

Link read_link(const JsonInput& input, const ClusterNames& names) {
    input.require_keys_among({"from", "to", "symmetric", "plogp", "shared_capacity", "per_flow_limit"});
    Link result;
    result.from = names.index(input.member("from"));
    result.to = names.index(input.member("to"));
    if (result.from == result.to) {
        input.member("to").refuse("a cluster other than 'from'");
    }
    if (const auto symmetric = input.optional_member("symmetric")) {
        result.symmetric = symmetric->boolean();
    }
    result.plogp = read_optional_plogp(input, "plogp");
    result.shared_capacity = input.optional_positive_rate("shared_capacity");
    result.per_flow_limit = input.optional_positive_rate("per_flow_limit");
    return result;
}

Host read_host(const JsonInput& input, const ClusterNames& names) {
    input.require_keys_among({"name", "cluster", "slots", "sockets", "numa_nodes", "speed"});
    Host result;
    result.name = non_empty_string(input.member("name"));
    result.cluster = names.index(input.member("cluster"));
    if (const auto slots = input.optional_member("slots")) {
        result.slots = static_cast<int>(slots->integer(1, kMostHosts));
    }
    if (const auto sockets = input.optional_member("sockets")) {
        result.num_sockets = static_cast<int>(sockets->integer(1, kMostHosts));
    }
    if (const auto nodes = input.optional_member("numa_nodes")) {
        result.num_nodes = static_cast<int>(nodes->integer(1, kMostHosts));
    }
    if (const auto speed = input.optional_member("speed")) {
        result.speed = speed->number();
        if (!(result.speed > 0.0)) {
            speed->refuse("a number > 0");
        }
    }
    return result;
}

Handshake read_handshake(const JsonInput& input) {
    constexpr int kMostRoundTrips = 16;
    input.require_keys_among({"beyond", "round_trips"});
    return {.beyond = input.member("beyond").non_negative_bytes(),
            .round_trips = static_cast<int>(input.member("round_trips").integer(0, kMostRoundTrips))};
}

NativeTime read_native(const JsonInput& input) {
    // `strategies`: plans that earlier versions tried before programs began; calls try them now.
    input.require_keys_among({"collective", "hosts", "seconds", "strategies"});
    NativeTime result;
    result.collective = input.member("collective").string();
    for (const JsonInput& host : input.member("hosts").elements()) {
        result.hosts.push_back(host.string());
    }
    result.seconds = read_table(input.member("seconds"));
    return result;
}

}  // namespace

/// Hosts that are listed with a cluster that only says how many it has are the first of these; the others keep the
/// names that they would have without.
void name_counted_hosts(Platform& platform) {
    std::vector<std::vector<std::string>> listed(platform.clusters.size());
    for (const Host& host : platform.hosts) {
        if (platform.clusters[static_cast<std::size_t>(host.cluster)].hosts.empty()) {
            listed[static_cast<std::size_t>(host.cluster)].push_back(host.name);
        }
    }
    for (std::size_t c = 0; c < listed.size(); ++c) {
        if (listed[c].empty()) {
            continue;
        }
        Cluster& cluster = platform.clusters[c];
        const std::vector<std::string> made = host_names_in(cluster);
        const std::unordered_set<std::string> taken(listed[c].begin(), listed[c].end());
        std::size_t next = 0;
        while (static_cast<int>(listed[c].size()) < cluster.num_hosts) {
            if (!taken.contains(made[next])) {
                listed[c].push_back(made[next]);
            }
            ++next;
        }
        cluster.hosts = std::move(listed[c]);
    }
}

Platform platform_from(const JsonInput& input) {
    input.require_head("platform", kVersion);
    input.require_keys_among({"causeway", "version", "name", "clusters", "links", "hosts", "native", "levels",
                              "handshake", "shared_gap", "provenance", "fingerprint"});
    Platform result;
    if (const auto name = input.optional_member("name")) {
        result.name = name->string();
    }
    for (const JsonInput& cluster : input.member("clusters").elements()) {
        result.clusters.push_back(read_cluster(cluster));
    }
    if (result.clusters.empty()) {
        input.member("clusters").refuse("at least one cluster");
    }
    const ClusterNames names(result.clusters);
    if (const auto links = input.optional_member("links")) {
        for (const JsonInput& link : links->elements()) {
            if (!link.is_null()) {
                result.links.push_back(read_link(link, names));
            }
        }
    }
    if (const auto hosts = input.optional_member("hosts")) {
        for (const JsonInput& host : hosts->elements()) {
            result.hosts.push_back(read_host(host, names));
        }
    }
    if (const auto native = input.optional_member("native")) {
        for (const JsonInput& entry : native->elements()) {
            result.native.push_back(read_native(entry));
        }
    }
    if (const auto handshake = input.optional_member("handshake")) {
        result.handshake = read_handshake(*handshake);
    }
    result.shared_gap = read_optional_table(input, "shared_gap");
    if (const auto provenance = input.optional_member("provenance")) {
        result.provenance = read_provenance(*provenance);
    }
    check_consistency(result, input);
    name_counted_hosts(result);
    if (const auto levels = input.optional_member("levels")) {
        result.levels = read_levels(*levels, result);
    }
    return result;
}

namespace {

JsonOutput table_json(const PiecewiseLinear& table) {
    if (table == PiecewiseLinear(table.points().front().y)) {
        return table.points().front().y;
    }
    JsonOutput rows = JsonOutput::array();
    for (const PiecewiseLinear::Point& point : table.points()) {
        rows.push_back(JsonOutput::array({static_cast<std::int64_t>(point.x), point.y}));
    }
    return rows;
}

JsonOutput plogp_json(const Plogp& plogp) {
    JsonOutput result = {{"latency", plogp.latency.value()},
                         {"gap", table_json(plogp.gap)},
                         {"send_overhead", table_json(plogp.send_overhead)},
                         {"receive_overhead", table_json(plogp.receive_overhead)}};
    if (plogp.delivery) {
        result["delivery"] = table_json(*plogp.delivery);
    }
    if (plogp.shared_gap) {
        result["shared_gap"] = table_json(*plogp.shared_gap);
    }
    return result;
}

JsonOutput cluster_json(const Cluster& cluster) {
    JsonOutput result = {{"name", cluster.name}};
    if (cluster.hosts.empty()) {
        result["hosts"] = cluster.num_hosts;
    } else {
        result["hosts"] = cluster.hosts;
    }
    if (cluster.plogp) {
        result["plogp"] = plogp_json(*cluster.plogp);
    }
    if (cluster.within_host) {
        result["within_host"] = plogp_json(*cluster.within_host);
    }
    if (cluster.broadcast_time) {
        result["broadcast_time"] = table_json(*cluster.broadcast_time);
    }
    if (cluster.uplink_capacity) {
        result["uplink_capacity"] = cluster.uplink_capacity->value();
    }
    if (cluster.downlink_capacity) {
        result["downlink_capacity"] = cluster.downlink_capacity->value();
    }
    if (cluster.ethernet) {
        result["ethernet"] = ethernet_json(*cluster.ethernet, cluster.hosts);
    }
    return result;
}

JsonOutput link_json(const Link& link, const Platform& platform) {
    JsonOutput result = {{"from", platform.clusters[static_cast<std::size_t>(link.from)].name},
                         {"to", platform.clusters[static_cast<std::size_t>(link.to)].name},
                         {"symmetric", link.symmetric}};
    if (link.plogp) {
        result["plogp"] = plogp_json(*link.plogp);
    }
    if (link.shared_capacity) {
        result["shared_capacity"] = link.shared_capacity->value();
    }
    if (link.per_flow_limit) {
        result["per_flow_limit"] = link.per_flow_limit->value();
    }
    return result;
}

}  // namespace

bool is_platform_text(std::string_view text) {
    text.remove_prefix(std::min(text.find("\"causeway\""), text.size()));
    for (const std::string_view part : {"\"causeway\"", ":", "\"platform\""}) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        if (!text.starts_with(part)) {
            return false;
        }
        text.remove_prefix(part.size());
    }
    return true;
}

Platform read_platform(const std::string& path) {
    return platform_from(JsonInput::read_file(path));
}

Platform parse_platform(std::string_view text, const std::string& source) {
    return platform_from(JsonInput::parse(text, source));
}

std::string to_json_text(const Platform& platform) {
    JsonOutput result = {{"causeway", "platform"}, {"version", kVersion}, {"name", platform.name}};
    result["clusters"] = JsonOutput::array();
    for (const Cluster& cluster : platform.clusters) {
        result["clusters"].push_back(cluster_json(cluster));
    }
    result["links"] = JsonOutput::array();
    for (const Link& link : platform.links) {
        result["links"].push_back(link_json(link, platform));
    }
    result["hosts"] = JsonOutput::array();
    for (const Host& host : platform.hosts) {
        JsonOutput entry = {{"name", host.name},
                            {"cluster", platform.clusters[static_cast<std::size_t>(host.cluster)].name},
                            {"slots", host.slots}};
        if (host.num_sockets) {
            entry["sockets"] = *host.num_sockets;
        }
        if (host.num_nodes) {
            entry["numa_nodes"] = *host.num_nodes;
        }
        if (host.speed != 1.0) {
            entry["speed"] = host.speed;
        }
        result["hosts"].push_back(std::move(entry));
    }
    if (!platform.native.empty()) {
        result["native"] = JsonOutput::array();
        for (const NativeTime& native : platform.native) {
            result["native"].push_back(
                {{"collective", native.collective}, {"hosts", native.hosts}, {"seconds", table_json(native.seconds)}});
        }
    }
    if (!platform.levels.empty()) {
        result["levels"] = levels_json(platform);
    }
    if (platform.handshake) {
        result["handshake"] = {{"beyond", platform.handshake->beyond.value()},
                               {"round_trips", platform.handshake->round_trips}};
    }
    if (platform.shared_gap) {
        result["shared_gap"] = table_json(*platform.shared_gap);
    }
    result["provenance"] = provenance_json(platform.provenance);
    constexpr int kSpreadLevels = 4;  // one line per table and not one per number
    return result.dump_to_depth(kSpreadLevels) + "\n";
}

}  // namespace causeway::platform
