/// The verbs of the command line. Each declares its options and returns what to do when it is chosen.
#pragma once

#include "apps/command_line/command.hpp"

#include <string>

namespace causeway::testbed {

// Each adds one subcommand to `app`; chosen, it runs and leaves the exit code in `exit_code`.
void add_up(command_line::Command& app, int& exit_code);
void add_run(command_line::Command& app, int& exit_code);
void add_exec(command_line::Command& app, int& exit_code);
void add_status(command_line::Command& app, int& exit_code);
void add_set(command_line::Command& app, int& exit_code);
void add_down(command_line::Command& app, int& exit_code);
void add_check(command_line::Command& app, int& exit_code);

/// What an MPI's launcher calls in place of ssh: [OPTIONS] HOST COMMAND...; replaces the process by
/// the command, in that host. Returns an exit code only if that fails.
int agent(int num_words, char** words);

}  // namespace causeway::testbed
