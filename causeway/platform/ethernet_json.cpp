#include "causeway/platform/ethernet_json.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>

namespace causeway::platform {

namespace {

using base::JsonInput;
using base::JsonOutput;

AffineCost read_cost(const JsonInput& fixed, const JsonInput& per_byte) {
    const double slope = per_byte.number();
    if (slope < 0.0) {
        per_byte.refuse("a number of seconds per byte >= 0");
    }
    return {fixed.non_negative_seconds(), SecondsPerByte(slope)};
}

int index_of(const JsonInput& name, const std::vector<std::string>& hosts) {
    const auto found = std::find(hosts.begin(), hosts.end(), name.string());
    if (found == hosts.end()) {
        name.refuse(fmt::format("the unknown host '{}'", name.string()),
                    "a host of the cluster: " + base::joined(hosts));
    }
    return static_cast<int>(found - hosts.begin());
}

std::vector<AffineCost> read_hosts(const JsonInput& input, const std::vector<std::string>& hosts) {
    std::vector<std::optional<AffineCost>> costs(hosts.size());
    for (const JsonInput& entry : input.elements()) {
        entry.require_keys_among({"name", "fixed", "per_byte"});
        std::optional<AffineCost>& cost = costs[static_cast<std::size_t>(index_of(entry.member("name"), hosts))];
        if (cost) {
            entry.member("name").refuse("every host once");
        }
        cost = read_cost(entry.member("fixed"), entry.member("per_byte"));
    }
    std::vector<AffineCost> result;
    for (std::size_t host = 0; host < hosts.size(); ++host) {
        if (!costs[host]) {
            input.refuse(fmt::format("nothing about host '{}'", hosts[host]), "every host of the cluster");
        }
        result.push_back(*costs[host]);
    }
    return result;
}

/// A null bandwidth: the wire is never what limits.
SecondsPerByte read_wire(const JsonInput& link) {
    const auto bandwidth = link.optional_member("bandwidth");
    return SecondsPerByte(bandwidth ? 1.0 / bandwidth->positive_rate().value() : 0.0);
}

base::SquareMatrix<SecondsPerByte> read_links(const JsonInput& input, const std::vector<std::string>& hosts) {
    const int n = static_cast<int>(hosts.size());
    base::SquareMatrix<std::optional<SecondsPerByte>> directed(n);
    for (const JsonInput& link : input.elements()) {
        link.require_keys_among({"from", "to", "bandwidth"});
        const int from = index_of(link.member("from"), hosts);
        const int to = index_of(link.member("to"), hosts);
        if (from == to) {
            link.member("to").refuse("another host than \"from\"");
        }
        if (directed(from, to)) {
            link.refuse(fmt::format("the link from '{}' to '{}' a second time", hosts[static_cast<std::size_t>(from)],
                                    hosts[static_cast<std::size_t>(to)]),
                        "each direction once");
        }
        directed(from, to) = read_wire(link);
    }
    base::SquareMatrix<SecondsPerByte> result(n);
    for (int from = 0; from < n; ++from) {
        for (int to = 0; to < n; ++to) {
            if (from == to) {
                continue;
            }
            if (!directed(from, to) && !directed(to, from)) {
                input.refuse(fmt::format("nothing between '{}' and '{}'", hosts[static_cast<std::size_t>(from)],
                                         hosts[static_cast<std::size_t>(to)]),
                             "every pair of hosts; given in one direction it counts for both");
            }
            result(from, to) = directed(from, to) ? *directed(from, to) : *directed(to, from);
        }
    }
    return result;
}

JsonOutput link_json(const std::string& from, const std::string& to, SecondsPerByte wire) {
    JsonOutput result = {{"from", from}, {"to", to}, {"bandwidth", nullptr}};
    if (wire.value() > 0.0) {
        result["bandwidth"] = 1.0 / wire.value();
    }
    return result;
}

}  // namespace

Ethernet read_ethernet(const JsonInput& input, const std::vector<std::string>& hosts) {
    input.require_keys_among({"hosts", "links", "threshold_bytes", "broadcast"});
    if (hosts.empty()) {
        input.refuse("a cluster whose hosts are only counted", "a cluster that names its hosts");
    }
    Ethernet result;
    result.hosts = read_hosts(input.member("hosts"), hosts);
    result.wire = read_links(input.member("links"), hosts);
    if (const auto threshold = input.optional_member("threshold_bytes")) {
        result.threshold = threshold->non_negative_bytes();
    }
    if (const auto broadcast = input.optional_member("broadcast")) {
        broadcast->require_keys_among({"fixed", "per_byte"});
        result.broadcast = read_cost(broadcast->member("fixed"), broadcast->member("per_byte"));
    }
    return result;
}

JsonOutput ethernet_json(const Ethernet& ethernet, const std::vector<std::string>& hosts) {
    JsonOutput result = {{"hosts", JsonOutput::array()}, {"links", JsonOutput::array()}};
    const int n = ethernet.num_hosts();
    for (int host = 0; host < n; ++host) {
        const AffineCost& cost = ethernet.hosts[static_cast<std::size_t>(host)];
        result["hosts"].push_back({{"name", hosts[static_cast<std::size_t>(host)]},
                                   {"fixed", cost.fixed.value()},
                                   {"per_byte", cost.per_byte.value()}});
    }
    for (int from = 0; from < n; ++from) {
        for (int to = 0; to < n; ++to) {
            if (from < to || (from > to && ethernet.wire(from, to) != ethernet.wire(to, from))) {
                result["links"].push_back(link_json(hosts[static_cast<std::size_t>(from)],
                                                    hosts[static_cast<std::size_t>(to)], ethernet.wire(from, to)));
            }
        }
    }
    if (ethernet.threshold) {
        result["threshold_bytes"] = ethernet.threshold->value();
    }
    if (ethernet.broadcast) {
        result["broadcast"] = {{"fixed", ethernet.broadcast->fixed.value()},
                               {"per_byte", ethernet.broadcast->per_byte.value()}};
    }
    return result;
}

}  // namespace causeway::platform
