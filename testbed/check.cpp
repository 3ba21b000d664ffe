/// `causeway-testbed check`: whether this user can have a grid on this machine; with a grid's file, whether its hosts
/// see the network that the file describes.
#include "testbed/lifecycle.hpp"
#include "testbed/mpi_launcher.hpp"
#include "testbed/namespaces.hpp"
#include "testbed/observation.hpp"
#include "testbed/ready_made.hpp"
#include "testbed/verbs.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <unistd.h>

namespace causeway::testbed {

namespace {

/// "openmpi (mpirun.openmpi), mpich (mpiexec.hydra)", for what is installed.
std::string mpi_text() {
    std::vector<std::string> found;
    for (const MpiFamily& family : mpi_families()) {
        try {
            found.push_back(fmt::format("{} ({})", family.name, find_launcher(family)));
        } catch (const base::Error&) {
            // Not installed, which is not wrong.
        }
    }
    return found.empty() ? "no MPI library" : base::joined(found);
}

/// Brings the grid up, without its timed changes, and compares. Returns the exit code.
int check_grid(const std::string& path) {
    Grid grid = read_grid(path);
    if (!grid.sites.front().kernel_ports.empty()) {
        throw base::InputError({.source = path,
                                .place = "sites[0].kernel_ports",
                                .found = "hosts that the kernel joins",
                                .accepted = "a grid that is emulated: of this one the file says nothing to check"});
    }
    grid.changes.clear();
    grid.noise = {};
    const StateRoot root = state_root();
    const std::string name = fmt::format("check-{}", ::getpid());
    const OwnedGrid owned = bring_up_owned(root, grid, name);
    const std::vector<Observation> observations = observe(grid, folder_of(root, name));
    const auto wrong = std::count_if(observations.begin(), observations.end(),
                                     [](const Observation& observation) { return !observation.agrees; });
    fmt::print("{}: {} of {} figures are as configured\n", grid.name,
               static_cast<std::ptrdiff_t>(observations.size()) - wrong, observations.size());
    fmt::print("{:<36}{:>14}{:>14}\n", "", "configured", "seen");
    for (const Observation& observation : observations) {
        fmt::print("{:<36}{:>14}{:>14}{}\n", observation.what, observation.configured, observation.seen,
                   observation.agrees ? "" : "  differs");
    }
    return wrong == 0 ? 0 : 1;
}

int check(const std::string& grid) {
    std::string how;
    try {
        how = check_available();
    } catch (const base::Error& error) {
        fmt::print("not available: {}\n", error.what());
        return 1;
    }
    if (!grid.empty()) {
        return check_grid(grid_file(grid));
    }
    fmt::print("available: {}; {}\n", how, mpi_text());
    return 0;
}

}  // namespace

void add_check(command_line::Command& app, int& exit_code) {
    const auto grid = std::make_shared<std::string>();
    command_line::Command verb =
        app.subcommand("check", "Whether this user can have a grid on this machine",
                       "Example: causeway-testbed check && causeway-testbed up three-sites\n"
                       "         causeway-testbed check three-sites\n"
                       "Exit code 0: available, or all as configured; 1: not, with the reason.");
    verb.option("GRID", *grid, "A grid file, or the name of a ready-made grid: is what its hosts see what it says?")
        .file();
    verb.callback([grid, &exit_code] { exit_code = check(*grid); });
}

}  // namespace causeway::testbed
