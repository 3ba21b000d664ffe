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

ManyToOne read_many_to_one(const JsonInput& input) {
    input.require_keys_among(
        {"parallel_up_to_bytes", "serial_above_bytes", "escalation_probability", "escalation_seconds"});
    ManyToOne result;
    result.parallel_up_to = input.member("parallel_up_to_bytes").non_negative_bytes();
    if (const auto serial = input.optional_member("serial_above_bytes")) {
        result.serial_above = serial->non_negative_bytes();
        if (*result.serial_above < result.parallel_up_to) {
            serial->refuse("at least parallel_up_to_bytes");
        }
    }
    if (const auto probability = input.optional_member("escalation_probability")) {
        result.escalation_probability = probability->number();
        if (!(result.escalation_probability >= 0.0 && result.escalation_probability <= 1.0)) {
            probability->refuse("a number from 0 to 1");
        }
    }
    if (const auto escalation = input.optional_member("escalation_seconds")) {
        result.escalation = escalation->non_negative_seconds();
    }
    return result;
}

/// "hosts" and "links" of `costs`, which has `hosts` and `wire`.
template <typename Costs>
void read_costs(const JsonInput& input, const std::vector<std::string>& hosts, Costs& costs) {
    costs.hosts = read_hosts(input.member("hosts"), hosts);
    costs.wire = read_links(input.member("links"), hosts);
}

JsonOutput link_json(const std::string& from, const std::string& to, SecondsPerByte wire) {
    JsonOutput result = {{"from", from}, {"to", to}, {"bandwidth", nullptr}};
    if (wire.value() > 0.0) {
        result["bandwidth"] = 1.0 / wire.value();
    }
    return result;
}

/// The reverse of read_costs().
template <typename Costs>
JsonOutput costs_json(const Costs& costs, const std::vector<std::string>& hosts) {
    JsonOutput result = {{"hosts", JsonOutput::array()}, {"links", JsonOutput::array()}};
    const int n = costs.wire.size();
    for (int host = 0; host < n; ++host) {
        const AffineCost& cost = costs.hosts[static_cast<std::size_t>(host)];
        result["hosts"].push_back({{"name", hosts[static_cast<std::size_t>(host)]},
                                   {"fixed", cost.fixed.value()},
                                   {"per_byte", cost.per_byte.value()}});
    }
    for (int from = 0; from < n; ++from) {
        for (int to = 0; to < n; ++to) {
            if (from < to || (from > to && costs.wire(from, to) != costs.wire(to, from))) {
                result["links"].push_back(link_json(hosts[static_cast<std::size_t>(from)],
                                                    hosts[static_cast<std::size_t>(to)], costs.wire(from, to)));
            }
        }
    }
    return result;
}

}  // namespace

JsonOutput many_to_one_json(const ManyToOne& many) {
    JsonOutput result = {{"parallel_up_to_bytes", many.parallel_up_to.value()},
                         {"serial_above_bytes", nullptr},
                         {"escalation_probability", many.escalation_probability},
                         {"escalation_seconds", many.escalation.value()}};
    if (many.serial_above) {
        result["serial_above_bytes"] = many.serial_above->value();
    }
    return result;
}

Ethernet read_ethernet(const JsonInput& input, const std::vector<std::string>& hosts) {
    input.require_keys_among({"hosts", "links", "long_messages", "threshold_bytes", "broadcast", "many_to_one"});
    if (hosts.empty()) {
        input.refuse("a cluster whose hosts are only counted", "a cluster that names its hosts");
    }
    Ethernet result;
    read_costs(input, hosts, result);
    if (const auto long_messages = input.optional_member("long_messages")) {
        long_messages->require_keys_among({"above_bytes", "hosts", "links"});
        result.long_messages.emplace();
        result.long_messages->above = long_messages->member("above_bytes").non_negative_bytes();
        read_costs(*long_messages, hosts, *result.long_messages);
    }
    if (const auto threshold = input.optional_member("threshold_bytes")) {
        result.threshold = threshold->non_negative_bytes();
    }
    if (const auto broadcast = input.optional_member("broadcast")) {
        broadcast->require_keys_among({"fixed", "per_byte"});
        result.broadcast = read_cost(broadcast->member("fixed"), broadcast->member("per_byte"));
    }
    if (const auto many_to_one = input.optional_member("many_to_one")) {
        result.many_to_one = read_many_to_one(*many_to_one);
    }
    return result;
}

JsonOutput ethernet_json(const Ethernet& ethernet, const std::vector<std::string>& hosts) {
    JsonOutput result = costs_json(ethernet, hosts);
    if (const auto& long_messages = ethernet.long_messages) {
        result["long_messages"] = costs_json(*long_messages, hosts);
        result["long_messages"]["above_bytes"] = long_messages->above.value();
    }
    if (ethernet.threshold) {
        result["threshold_bytes"] = ethernet.threshold->value();
    }
    if (ethernet.broadcast) {
        result["broadcast"] = {{"fixed", ethernet.broadcast->fixed.value()},
                               {"per_byte", ethernet.broadcast->per_byte.value()}};
    }
    if (ethernet.many_to_one) {
        result["many_to_one"] = many_to_one_json(*ethernet.many_to_one);
    }
    return result;
}

}  // namespace causeway::platform
