/// The verbs of the command line. Each declares its options and returns what to do when it is chosen.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace causeway::testbed {

// Each adds one subcommand to `app`; chosen, it runs and leaves the exit code in `exit_code`.
void add_up(CLI::App& app, int& exit_code);
void add_run(CLI::App& app, int& exit_code);
void add_exec(CLI::App& app, int& exit_code);
void add_status(CLI::App& app, int& exit_code);
void add_set(CLI::App& app, int& exit_code);
void add_down(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);

/// What an MPI's launcher calls in place of ssh: [OPTIONS] HOST COMMAND...; replaces the process by
/// the command, in that host. Returns an exit code only if that fails.
int agent(int num_words, char** words);

}  // namespace causeway::testbed
