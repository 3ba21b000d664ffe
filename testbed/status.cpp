/// `causeway-testbed status`: which grids are up, and how one of them fares.
#include "testbed/control.hpp"
#include "testbed/parts.hpp"
#include "testbed/quantity.hpp"
#include "testbed/router_status.hpp"
#include "testbed/state.hpp"
#include "testbed/verbs.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace causeway::testbed {

namespace {

using base::JsonOutput;

struct StatusOptions {
    std::string name;
    std::string format = "text";
    bool reset = false;
};

JsonOutput as_json(const std::string& name, const RouterStatus& status) {
    JsonOutput hosts = JsonOutput::array();
    for (const Host& host : hosts_of(status.grid)) {
        hosts.push_back({{"name", host.name}, {"site", status.grid.sites[static_cast<std::size_t>(host.site)].name}});
    }
    return {{"name", name},
            {"pid", status.pid},
            {"priority", status.priority},
            {"hosts", hosts},
            {"packets", status.num_packets},
            {"drops", status.num_dropped},
            {"lost", status.num_lost},
            {"up_for", status.up_for.value()},
            {"lag",
             {{"packets", status.lag.count()},
              {"median", status.lag.quantile(0.5).value()},
              {"percentile_99", status.lag.quantile(kJudgedQuantile).value()},
              {"largest", status.lag.quantile(1.0).value()}}},
            {"traffic", traffic_json(status.traffic, status.grid)},
            {"grid", JsonOutput::parse(grid_text(status.grid))}};
}

void print(const std::string& name, const RouterStatus& status) {
    fmt::print("{}: {} hosts on {}; {} packets, {} dropped, {} lost; router {} ({} priority)\n", name,
               hosts_of(status.grid).size(), counts_of_parts(status.grid), status.num_packets, status.num_dropped,
               status.num_lost, status.pid, status.priority);
    fmt::print("  {}\n", lag_text(status.lag));
    for (std::size_t s = 0; s < status.grid.sites.size(); ++s) {
        fmt::print("  {}:", status.grid.sites[s].name);
        for (const Host& host : hosts_of(status.grid)) {
            if (host.site == static_cast<int>(s)) {
                fmt::print(" {}", host.name);
            }
        }
        fmt::print("\n");
    }
    for (const std::string& line : traffic_lines(status.traffic, status.grid)) {
        fmt::print("  {}\n", line);
    }
}

/// What of the network is neither a latency nor a shared rate, and what will change by itself.
void print_peculiarities(const RouterStatus& status) {
    const Grid& grid = status.grid;
    for (const int part : all_parts(grid)) {
        const Boundary& boundary = boundary_of(grid, part);
        if (is_site(grid, part) && grid.sites[static_cast<std::size_t>(part)].lan_jitter > Seconds(0)) {
            fmt::print("  jitter inside {}: up to {}\n", part_name(grid, part),
                       base::to_text(grid.sites[static_cast<std::size_t>(part)].lan_jitter));
        }
        if (boundary.uplink_loss > 0 || boundary.downlink_loss > 0) {
            fmt::print("  loss at {}: {:.3g} out, {:.3g} in\n", part_name(grid, part), boundary.uplink_loss,
                       boundary.downlink_loss);
        }
    }
    for (const auto& [a, b] : all_neighbours(grid)) {
        std::vector<std::string> peculiarities;
        if (grid.jitter(a, b) > Seconds(0)) {
            peculiarities.push_back("jitter up to " + base::to_text(grid.jitter(a, b)));
        }
        if (grid.loss(a, b) > 0) {
            peculiarities.push_back(fmt::format("loss {:.3g}", grid.loss(a, b)));
        }
        if (!std::isinf(grid.per_flow_limit(a, b).value())) {
            peculiarities.push_back("a flow at most " + base::to_text(grid.per_flow_limit(a, b)));
        }
        if (!peculiarities.empty()) {
            fmt::print("  between {} and {}: {}\n", part_name(grid, a), part_name(grid, b),
                       base::joined(peculiarities));
        }
    }
    for (const std::string& line : noise_lines(grid.noise, grid)) {
        fmt::print("  noise: {}\n", line);
    }
    for (const TimedChange& timed : grid.changes) {
        fmt::print("  in {}: {}\n", base::to_text(timed.after - status.up_for), to_text(timed.change, grid));
    }
}

int status(const StatusOptions& options) {
    const StateRoot root = state_root();
    std::vector<std::string> names = grids_up(root);
    if (!options.name.empty()) {
        names = {chosen_grid(root, options.name)};
    }
    JsonOutput all = JsonOutput::array();
    for (const std::string& name : names) {
        const StateFolder folder = folder_of(root, name);
        const RouterStatus found = router_status(folder);
        if (options.format == "json") {
            all.push_back(as_json(name, found));
        } else {
            print(name, found);
            print_peculiarities(found);
        }
        if (options.reset) {
            static_cast<void>(ask(*connect_to(folder.control()), {{"request", "reset"}}));
        }
    }
    if (options.format == "json") {
        fmt::print("{}\n", JsonOutput({{"grids", all}}).dump(2));
    } else if (names.empty()) {
        fmt::print("no grid is up\n");
    }
    return 0;
}

}  // namespace

void add_status(command_line::Command& app, int& exit_code) {
    const auto options = std::make_shared<StatusOptions>();
    command_line::Command verb = app.subcommand(
        "status", "Which grids are up, their packets, drops and lag, and what has passed the boundaries of their parts",
        "Example: causeway-testbed status three-sites");
    verb.option("NAME", options->name, "A grid that is up (default: all)");
    verb.option("--format", options->format, "text or json").one_of({"text", "json"});
    verb.flag("--reset", options->reset, "Begin the count of lags anew");
    verb.callback([options, &exit_code] { exit_code = status(*options); });
}

}  // namespace causeway::testbed
