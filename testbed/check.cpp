/// `causeway-testbed check`: whether this user can have a grid on this machine.
#include "testbed/mpi_launcher.hpp"
#include "testbed/namespaces.hpp"
#include "testbed/verbs.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

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

int check() {
    std::string how;
    try {
        how = check_available();
    } catch (const base::Error& error) {
        fmt::print("not available: {}\n", error.what());
        return 1;
    }
    fmt::print("available: {}; {}\n", how, mpi_text());
    return 0;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
    CLI::App* const verb = app.add_subcommand("check", "Whether this user can have a grid on this machine");
    verb->footer(
        "Example: causeway-testbed check && causeway-testbed up three-sites.json\n"
        "Exit code 0: available; 1: not, with the reason.");
    verb->callback([&exit_code] { exit_code = check(); });
}

}  // namespace causeway::testbed
