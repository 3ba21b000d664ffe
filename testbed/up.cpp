/// `causeway-testbed up`: brings a grid up in the background.
#include "testbed/grid.hpp"
#include "testbed/lifecycle.hpp"
#include "testbed/verbs.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace causeway::testbed {

namespace {

struct UpOptions {
    std::string grid;
    std::string name;
    std::string placement;
};

std::string rate_text(BytesPerSecond rate) {
    return std::isinf(rate.value()) ? "-" : base::to_text(rate);
}

void print_conclusion(const Grid& grid, const std::string& name) {
    fmt::print("{} is up: {} hosts on {} {}\n", name, hosts_of(grid).size(), grid.sites.size(),
               grid.sites.size() == 1 ? "site" : "sites");
    fmt::print("{:<13}{:>7}{:>13}{:>13}{:>13}{:>13}", "site", "hosts", "NIC", "LAN latency", "uplink", "downlink");
    for (const Site& other : grid.sites) {
        if (grid.sites.size() > 1) {
            fmt::print("{:>13}", "to " + other.name);
        }
    }
    fmt::print("\n");
    for (std::size_t s = 0; s < grid.sites.size(); ++s) {
        const Site& site = grid.sites[s];
        fmt::print("{:<13}{:>7}{:>13}{:>13}{:>13}{:>13}", site.name, site.num_hosts, rate_text(site.nic_rate),
                   base::to_text(site.lan_latency), rate_text(site.uplink_rate), rate_text(site.downlink_rate));
        for (std::size_t other = 0; grid.sites.size() > 1 && other < grid.sites.size(); ++other) {
            fmt::print("{:>13}",
                       other == s ? "-" : base::to_text(grid.latency(static_cast<int>(s), static_cast<int>(other))));
        }
        fmt::print("\n");
    }
}

int up(const UpOptions& options) {
    Grid grid = read_grid(options.grid);
    if (!options.placement.empty()) {
        grid.placement = parse_placement(options.placement, "--placement");
    }
    const std::string name = options.name.empty() ? grid.name : options.name;
    bring_up(state_root(), grid, name);
    print_conclusion(grid, name);
    return 0;
}

}  // namespace

void add_up(command_line::Command& app, int& exit_code) {
    const auto options = std::make_shared<UpOptions>();
    command_line::Command verb =
        app.subcommand("up", "Bring a grid up in the background", "Example: causeway-testbed up three-sites.json");
    verb.option("GRID", options->grid, "The grid file").required().file();
    verb.option("--name", options->name, "The grid's name (default: the file's)");
    verb.option("--placement", options->placement,
                "How ranks go over the hosts: site-order, shuffled, shuffled:SEED (default: the file's)");
    verb.callback([options, &exit_code] { exit_code = up(*options); });
}

}  // namespace causeway::testbed
