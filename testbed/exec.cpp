/// `causeway-testbed exec`: runs a command in one host of a grid.
#include "testbed/job.hpp"
#include "testbed/state.hpp"
#include "testbed/verbs.hpp"

#include <memory>

namespace causeway::testbed {

namespace {

struct ExecOptions {
    std::string name;
    std::string host;
    std::vector<std::string> command;
};

int exec(const ExecOptions& options) {
    const StateRoot root = state_root();
    const StateFolder folder = folder_of(root, chosen_grid(root, options.name));
    return run_job(
               folder,
               {.host = options.host, .words = options.command, .environment = {{kControlVariable, folder.control()}}},
               std::nullopt)
        .exit_code;
}

}  // namespace

void add_exec(command_line::Command& app, int& exit_code) {
    const auto options = std::make_shared<ExecOptions>();
    command_line::Command verb =
        app.subcommand("exec", "Run a command in one host of a grid",
                       "Example: causeway-testbed exec a0 -- ping -c 3 c0\n"
                       "What the command leaves running ends with it. The exit code is the command's.");
    verb.option("--name", options->name, "A grid that is up (default: the only one)");
    verb.option("HOST", options->host, "The host's name").required();
    verb.option("COMMAND", options->command, "After --: the command and its arguments").required().command();
    verb.callback([options, &exit_code] { exit_code = exec(*options); });
}

}  // namespace causeway::testbed
