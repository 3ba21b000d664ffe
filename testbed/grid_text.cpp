/// The grid as its file.
#include "testbed/grid.hpp"
#include "testbed/parts.hpp"

#include "causeway/base/json_output.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace causeway::testbed {

namespace {

using base::JsonOutput;

/// {"rate": R}, or null for none.
JsonOutput limit_text(BytesPerSecond rate) {
    return std::isinf(rate.value()) ? JsonOutput() : JsonOutput({{"rate", rate.value()}});
}

/// An entry for every two parts of `parent` for which `value(a, b)` is not null.
template <typename ValueOf>
JsonOutput pairs_text(const Grid& grid, int parent, ValueOf value) {
    JsonOutput result = JsonOutput::array();
    const std::vector<int> parts = parts_within(grid, parent);
    for (std::size_t a = 0; a < parts.size(); ++a) {
        for (std::size_t b = a + 1; b < parts.size(); ++b) {
            const JsonOutput own = value(parts[a], parts[b]);
            if (!own.is_null()) {
                JsonOutput entry = {
                    {"between", JsonOutput::array({part_name(grid, parts[a]), part_name(grid, parts[b])})}};
                entry.update(own);
                result.push_back(std::move(entry));
            }
        }
    }
    return result;
}

JsonOutput boundary_text(const Boundary& boundary) {
    JsonOutput result = JsonOutput::object();
    if (!std::isinf(boundary.uplink_rate.value())) {
        result["uplink_rate"] = boundary.uplink_rate.value();
    }
    if (!std::isinf(boundary.downlink_rate.value())) {
        result["downlink_rate"] = boundary.downlink_rate.value();
    } else if (!std::isinf(boundary.uplink_rate.value())) {
        result["downlink_rate"] = nullptr;
    }
    if (boundary.uplink_loss > 0 || boundary.downlink_loss > 0) {
        result["uplink_loss"] = boundary.uplink_loss;
        result["downlink_loss"] = boundary.downlink_loss;
    }
    if (boundary.uplink_burst > Bytes(0)) {
        result["uplink_burst"] = boundary.uplink_burst.value();
    }
    if (boundary.downlink_burst != boundary.uplink_burst) {
        result["downlink_burst"] = boundary.downlink_burst.value();
    }
    return result;
}

JsonOutput site_text(const Site& site) {
    JsonOutput result = {{"name", site.name}, {"hosts", site.num_hosts}};
    for (const KernelPort& port : site.kernel_ports) {
        result["kernel_ports"].push_back({{"hops", port.hops}, {"offload", port.offload}});
    }
    if (site.kernel_ports.empty()) {
        result["nic_rate"] = site.nic_rate.value();
        result["lan_latency"] = site.lan_latency.value();
    }
    if (site.lan_jitter > Seconds(0)) {
        result["lan_jitter"] = site.lan_jitter.value();
    }
    for (const Processor& processor : site.processors) {
        result["processors"].push_back({{"fixed", processor.fixed.value()}, {"per_byte", processor.per_byte.value()}});
    }
    return result;
}

/// What `parent` holds, and what is between that.
JsonOutput parts_text(const Grid& grid, int parent) {
    JsonOutput parts = JsonOutput::array();
    for (const int part : parts_within(grid, parent)) {
        JsonOutput entry = is_site(grid, part) ? site_text(grid.sites[static_cast<std::size_t>(part)])
                                               : JsonOutput({{"name", part_name(grid, part)}});
        entry.update(boundary_text(boundary_of(grid, part)));
        if (!is_site(grid, part)) {
            entry.update(parts_text(grid, part));
        }
        parts.push_back(std::move(entry));
    }
    JsonOutput result = JsonOutput::object();
    result[std::string(names_of(kind_within(grid, parent)).key)] = parts;
    const auto add_unless_empty = [&result](const char* key, const JsonOutput& list) {
        if (!list.empty()) {
            result[key] = list;
        }
    };
    add_unless_empty("latency", pairs_text(grid, parent, [&grid](int a, int b) {
                         return JsonOutput({{"seconds", grid.latency(a, b).value()}});
                     }));
    add_unless_empty("capacity",
                     pairs_text(grid, parent, [&grid](int a, int b) { return limit_text(grid.capacity(a, b)); }));
    add_unless_empty("per_flow_limit",
                     pairs_text(grid, parent, [&grid](int a, int b) { return limit_text(grid.per_flow_limit(a, b)); }));
    add_unless_empty(
        "jitter", pairs_text(grid, parent, [&grid](int a, int b) {
            return grid.jitter(a, b) > Seconds(0) ? JsonOutput({{"seconds", grid.jitter(a, b).value()}}) : JsonOutput();
        }));
    add_unless_empty("loss", pairs_text(grid, parent, [&grid](int a, int b) {
                         return grid.loss(a, b) > 0 ? JsonOutput({{"probability", grid.loss(a, b)}}) : JsonOutput();
                     }));
    return result;
}

JsonOutput changes_text(const Grid& grid) {
    JsonOutput result = JsonOutput::array();
    for (const TimedChange& timed : grid.changes) {
        JsonOutput sites = JsonOutput::array({part_name(grid, timed.change.part)});
        if (timed.change.what->of == Quantity::Of::kNeighbours) {
            sites.push_back(part_name(grid, timed.change.other_part));
        }
        const double value = timed.change.value;
        result.push_back({{"after", timed.after.value()},
                          {"set",
                           {{"what", timed.change.what->name},
                            {"sites", sites},
                            {"value", std::isinf(value) ? JsonOutput() : JsonOutput(value)}}}});
    }
    return result;
}

}  // namespace

std::string grid_text(const Grid& grid) {
    const JsonOutput placement =
        grid.placement.shuffled ? JsonOutput({{"shuffled", grid.placement.seed}}) : JsonOutput("site-order");
    JsonOutput document = {{"causeway", "grid"},      {"version", kGridVersion}, {"name", grid.name},
                           {"mtu", grid.mtu.value()}, {"placement", placement},  {"seed", grid.seed}};
    document.update(parts_text(grid, kWhole));
    if (grid.longest_queue != Grid{}.longest_queue) {
        document["longest_queue"] = grid.longest_queue.value();
    }
    if (grid.reordering) {
        document["reordering"] = true;
    }
    if (const JsonOutput noise = noise_json(grid.noise, grid); !noise.empty()) {
        document["noise"] = noise;
    }
    if (const JsonOutput changes = changes_text(grid); !changes.empty()) {
        document["changes"] = changes;
    }
    return document.dump(2) + "\n";
}

}  // namespace causeway::testbed
