/// `causeway-testbed down`: takes a grid down, with everything that runs in it.
#include "testbed/lifecycle.hpp"
#include "testbed/state.hpp"
#include "testbed/verbs.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <memory>

namespace causeway::testbed {

namespace {

struct DownOptions {
    std::string name;
    bool all = false;
};

int down(const DownOptions& options) {
    const StateRoot root = state_root();
    std::vector<std::string> names = grids_up(root);
    if (!options.name.empty()) {
        names = {options.name};
    } else if (names.size() > 1 && !options.all) {
        throw base::InputError({.source = "down",
                                .place = {},
                                .found = "no name, with several grids up",
                                .accepted = "--all or one of " + base::joined(names)});
    }
    for (const std::string& name : names) {
        fmt::print("{} {}\n", name, take_down(root, name) ? "is down" : "was not up");
    }
    if (names.empty()) {
        fmt::print("no grid is up\n");
    }
    return 0;
}

}  // namespace

void add_down(command_line::Command& app, int& exit_code) {
    const auto options = std::make_shared<DownOptions>();
    command_line::Command verb = app.subcommand("down", "Take a grid down, with everything that runs in it",
                                                "Example: causeway-testbed down three-sites");
    verb.option("NAME", options->name, "The grid (default: the only one that is up)");
    verb.flag("--all", options->all, "All grids of this user");
    verb.callback([options, &exit_code] { exit_code = down(*options); });
}

}  // namespace causeway::testbed
