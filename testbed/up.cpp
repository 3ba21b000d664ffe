/// `causeway-testbed up`: brings a grid up in the background.
#include "testbed/grid.hpp"
#include "testbed/lifecycle.hpp"
#include "testbed/parts.hpp"
#include "testbed/ready_made.hpp"
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

/// A table of what `parent` holds.
void print_parts(const Grid& grid, int parent) {
    const std::vector<int> parts = parts_within(grid, parent);
    fmt::print("{:<13}{:>7}{:>13}{:>13}{:>13}{:>13}", names_of(kind_within(grid, parent)).one, "hosts", "NIC",
               "LAN latency", "uplink", "downlink");
    for (const int other : parts) {
        if (parts.size() > 1) {
            fmt::print("{:>13}", "to " + part_name(grid, other));
        }
    }
    fmt::print("\n");
    for (const int part : parts) {
        int num_hosts = 0;
        for (const int site : sites_beneath(grid, part)) {
            num_hosts += grid.sites[static_cast<std::size_t>(site)].num_hosts;
        }
        const Site* const site = is_site(grid, part) ? &grid.sites[static_cast<std::size_t>(part)] : nullptr;
        const Boundary& boundary = boundary_of(grid, part);
        fmt::print("{:<13}{:>7}{:>13}{:>13}{:>13}{:>13}", part_name(grid, part), num_hosts,
                   site != nullptr ? rate_text(site->nic_rate) : "-",
                   site != nullptr ? base::to_text(site->lan_latency) : "-", rate_text(boundary.uplink_rate),
                   rate_text(boundary.downlink_rate));
        for (const int other : parts) {
            if (parts.size() > 1) {
                fmt::print("{:>13}", other == part ? "-" : base::to_text(grid.latency(part, other)));
            }
        }
        fmt::print("\n");
    }
}

void print_conclusion(const Grid& grid, const std::string& name) {
    fmt::print("{} is up: {} hosts on {}\n", name, hosts_of(grid).size(), counts_of_parts(grid));
    print_parts(grid, kWhole);
    for (const int part : all_parts(grid)) {
        if (!is_site(grid, part)) {
            fmt::print("in {}:\n", part_name(grid, part));
            print_parts(grid, part);
        }
    }
}

int up(const UpOptions& options) {
    Grid grid = read_grid(grid_file(options.grid));
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
        app.subcommand("up", "Bring a grid up in the background", "Example: causeway-testbed up three-sites");
    verb.option("GRID", options->grid, "The grid file, or the name of a ready-made grid (three-sites)")
        .required()
        .file();
    verb.option("--name", options->name, "The grid's name (default: the file's)");
    verb.option("--placement", options->placement,
                "How ranks go over the hosts: site-order, shuffled, shuffled:SEED (default: the file's)");
    verb.callback([options, &exit_code] { exit_code = up(*options); });
}

}  // namespace causeway::testbed
