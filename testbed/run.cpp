/// `causeway-testbed run`: runs an MPI program over the hosts of a grid.
#include "testbed/grid.hpp"
#include "testbed/job.hpp"
#include "testbed/lag.hpp"
#include "testbed/lifecycle.hpp"
#include "testbed/mpi_launcher.hpp"
#include "testbed/ready_made.hpp"
#include "testbed/router_status.hpp"
#include "testbed/verbs.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include <unistd.h>

namespace causeway::testbed {

namespace {

struct RunOptions {
    std::string name;
    std::string grid;
    std::string mpi = "openmpi";
    std::string placement;
    int num_ranks = 0;
    int slots = 1;
    std::vector<std::string> environment;
    std::vector<std::string> launcher_arguments;
    double timeout = 0;
    bool verbose = false;
    std::string traffic;
    std::vector<std::string> program;
};

std::map<std::string, std::string> parse_environment(const std::vector<std::string>& settings) {
    std::map<std::string, std::string> result;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw base::InputError(
                {.source = "--env", .place = {}, .found = "'" + setting + "'", .accepted = "VARIABLE=VALUE"});
        }
        result[setting.substr(0, equals)] = setting.substr(equals + 1);
    }
    return result;
}

Launch make_launch(const RunOptions& options, const Grid& grid) {
    const std::vector<Host> hosts = hosts_of(grid);
    Launch launch;
    for (const int host : host_order(static_cast<int>(hosts.size()), grid.placement)) {
        launch.hosts.push_back(hosts[static_cast<std::size_t>(host)].name);
    }
    launch.slots = options.slots;
    const int room = static_cast<int>(hosts.size()) * options.slots;
    launch.num_ranks = options.num_ranks == 0 ? room : options.num_ranks;
    if (launch.num_ranks > room) {
        throw base::InputError({.source = "-n",
                                .place = {},
                                .found = fmt::format("{} ranks", launch.num_ranks),
                                .accepted = fmt::format("at most {} ({} hosts with {} slots each); more with --slots",
                                                        room, hosts.size(), options.slots)});
    }
    launch.environment = parse_environment(options.environment);
    launch.launcher_arguments = options.launcher_arguments;
    launch.program = options.program;
    return launch;
}

/// Says how punctual the emulation was: always when asked, else when the run is not to be believed.
void report_lag(const RouterStatus& before, const RouterStatus& after, bool verbose) {
    const LagHistogram lag = after.lag.since(before.lag);
    if (lag.count() == 0) {
        return;
    }
    const Seconds limit = acceptable_lag(after.grid);
    const bool overloaded = lag.quantile(kJudgedQuantile) > limit;
    if (verbose || overloaded) {
        fmt::print(stderr, "causeway-testbed: {} packets, {} dropped; {}\n", lag.count(),
                   after.num_dropped - before.num_dropped, lag_text(lag));
    }
    if (overloaded) {
        fmt::print(stderr,
                   "causeway-testbed: more than 1 packet in 100 was over {} late: the machine was overloaded; do not "
                   "believe this run\n",
                   base::to_text(limit));
    }
}

int run(const RunOptions& options) {
    if (!options.name.empty() && !options.grid.empty()) {
        throw base::InputError({.source = "--name and --grid",
                                .place = {},
                                .found = "both",
                                .accepted = "--name for a grid that is up, or --grid for one of its own"});
    }
    const StateRoot root = state_root();
    const MpiFamily& family = mpi_family(options.mpi);
    std::optional<OwnedGrid> owned;
    std::string name;
    std::optional<Grid> grid;
    if (options.grid.empty()) {
        name = chosen_grid(root, options.name);
        grid = read_grid(folder_of(root, name).grid());
    } else {
        grid = read_grid(grid_file(options.grid));
        name = fmt::format("run-{}", ::getpid());
    }
    if (!options.placement.empty()) {
        grid->placement = parse_placement(options.placement, "--placement");
    }
    const Launch launch = make_launch(options, *grid);
    const std::string launcher = find_launcher(family);
    if (!options.grid.empty()) {
        owned = bring_up_owned(root, *grid, name);
    }
    const StateFolder folder = folder_of(root, name);
    const RouterStatus before = router_status(folder);
    LaunchCommand parts = family.command(launcher, launch, folder);
    parts.environment[kControlVariable] = folder.control();
    std::optional<Seconds> timeout;
    if (options.timeout > 0) {
        timeout = Seconds(options.timeout);
    }
    const Ending ending = run_job(
        folder, {.host = launch.hosts.front(), .words = parts.words, .environment = parts.environment}, timeout);
    if (ending.timed_out) {
        fmt::print(stderr, "causeway-testbed: stopped after {} as --timeout asks\n", base::to_text(*timeout));
    }
    const RouterStatus after = router_status(folder);
    report_lag(before, after, options.verbose);
    if (!options.traffic.empty()) {
        const Traffic traffic = after.traffic.since(before.traffic);
        base::write_file(options.traffic, traffic_json(traffic, after.grid).dump(2) + "\n");
    }
    if (owned) {
        take_down(root, name);
    }
    return ending.exit_code;
}

}  // namespace

void add_run(command_line::Command& app, int& exit_code) {
    const auto options = std::make_shared<RunOptions>();
    command_line::Command verb =
        app.subcommand("run", "Run an MPI program over the hosts of a grid",
                       "Example: causeway-testbed run --grid three-sites -- ./program argument\n"
                       "The exit code is the program's; 124 after --timeout, 128 + N after signal N.");
    verb.option("--name", options->name, "A grid that is up (default: the only one)");
    verb.option("--grid", options->grid, "A grid file, or the name of a ready-made grid: it is up for this run only")
        .file();
    verb.option("--mpi", options->mpi, "openmpi or mpich: the one the program was built with")
        .propose({"openmpi", "mpich"})
        .show_default();
    verb.option("-n", options->num_ranks, "Ranks (default: as many as there are slots)").positive();
    verb.option("--slots", options->slots, "Ranks that fit on a host").positive().show_default();
    verb.option("--placement", options->placement,
                "How ranks go over the hosts: site-order, shuffled, shuffled:SEED (default: the grid's)");
    verb.option("--env", options->environment, "VARIABLE=VALUE for the ranks only; may be repeated").one_each();
    verb.option("--launcher-argument", options->launcher_arguments,
                "Passed on to the MPI's launcher; may be repeated (--launcher-argument=--verbose)")
        .one_each();
    verb.option("--timeout", options->timeout, "Stop the program after so many seconds").positive();
    verb.option("--traffic", options->traffic,
                "A file to write: what the job and its launcher sent over every boundary of the grid, as JSON");
    verb.flag("--verbose", options->verbose, "Say how punctual the emulation was");
    verb.option("PROGRAM", options->program, "After --: the program and its arguments").required().command();
    verb.callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace causeway::testbed
