/// The grid as its file.
#include "testbed/grid.hpp"

#include "causeway/base/json_output.hpp"

#include <cmath>

namespace causeway::testbed {

namespace {

using base::JsonOutput;

/// {"rate": R}, or null for none.
JsonOutput limit_text(BytesPerSecond rate) {
    return std::isinf(rate.value()) ? JsonOutput() : JsonOutput({{"rate", rate.value()}});
}

/// An entry for every pair of sites for which `value(a, b)` is not null.
template <typename ValueOf>
JsonOutput pairs_text(const Grid& grid, ValueOf value) {
    JsonOutput result = JsonOutput::array();
    const int n = static_cast<int>(grid.sites.size());
    for (int a = 0; a < n; ++a) {
        for (int b = a + 1; b < n; ++b) {
            const JsonOutput own = value(a, b);
            if (!own.is_null()) {
                JsonOutput entry = {{"between", JsonOutput::array({grid.sites[static_cast<std::size_t>(a)].name,
                                                                   grid.sites[static_cast<std::size_t>(b)].name})}};
                entry.update(own);
                result.push_back(std::move(entry));
            }
        }
    }
    return result;
}

JsonOutput changes_text(const Grid& grid) {
    JsonOutput result = JsonOutput::array();
    for (const TimedChange& timed : grid.changes) {
        JsonOutput sites = JsonOutput::array({grid.sites[static_cast<std::size_t>(timed.change.site)].name});
        if (timed.change.what->num_sites == 2) {
            sites.push_back(grid.sites[static_cast<std::size_t>(timed.change.other_site)].name);
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
    JsonOutput sites = JsonOutput::array();
    for (const Site& site : grid.sites) {
        JsonOutput entry = {{"name", site.name},
                            {"hosts", site.num_hosts},
                            {"nic_rate", site.nic_rate.value()},
                            {"lan_latency", site.lan_latency.value()}};
        if (!std::isinf(site.uplink_rate.value())) {
            entry["uplink_rate"] = site.uplink_rate.value();
            entry["downlink_rate"] = site.downlink_rate.value();
        }
        if (site.lan_jitter > Seconds(0)) {
            entry["lan_jitter"] = site.lan_jitter.value();
        }
        if (site.uplink_loss > 0 || site.downlink_loss > 0) {
            entry["uplink_loss"] = site.uplink_loss;
            entry["downlink_loss"] = site.downlink_loss;
        }
        for (const Processor& processor : site.processors) {
            entry["processors"].push_back(
                {{"fixed", processor.fixed.value()}, {"per_byte", processor.per_byte.value()}});
        }
        sites.push_back(std::move(entry));
    }
    const JsonOutput latency = pairs_text(grid, [&grid](int a, int b) {
        return JsonOutput({{"seconds", grid.latency(a, b).value()}});
    });
    const JsonOutput capacity = pairs_text(grid, [&grid](int a, int b) { return limit_text(grid.capacity(a, b)); });
    const JsonOutput per_flow_limit =
        pairs_text(grid, [&grid](int a, int b) { return limit_text(grid.per_flow_limit(a, b)); });
    const JsonOutput jitter = pairs_text(grid, [&grid](int a, int b) {
        return grid.jitter(a, b) > Seconds(0) ? JsonOutput({{"seconds", grid.jitter(a, b).value()}}) : JsonOutput();
    });
    const JsonOutput loss = pairs_text(grid, [&grid](int a, int b) {
        return grid.loss(a, b) > 0 ? JsonOutput({{"probability", grid.loss(a, b)}}) : JsonOutput();
    });
    const JsonOutput placement =
        grid.placement.shuffled ? JsonOutput({{"shuffled", grid.placement.seed}}) : JsonOutput("site-order");
    JsonOutput document = {{"causeway", "grid"},      {"version", kGridVersion}, {"name", grid.name},
                           {"mtu", grid.mtu.value()}, {"sites", sites},          {"latency", latency},
                           {"capacity", capacity},    {"placement", placement},  {"seed", grid.seed}};
    const auto add_unless_empty = [&document](const char* key, const JsonOutput& list) {
        if (!list.empty()) {
            document[key] = list;
        }
    };
    add_unless_empty("per_flow_limit", per_flow_limit);
    add_unless_empty("jitter", jitter);
    add_unless_empty("loss", loss);
    if (grid.reordering) {
        document["reordering"] = true;
    }
    add_unless_empty("noise", noise_json(grid.noise, grid));
    add_unless_empty("changes", changes_text(grid));
    return document.dump(2) + "\n";
}

}  // namespace causeway::testbed
