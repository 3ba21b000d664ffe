/// How the MPI libraries are told to run a program over the grid's hosts.
#pragma once

#include "testbed/state.hpp"

#include <map>
#include <string>
#include <vector>

namespace causeway::testbed {

/// What is to run where.
struct Launch {
    std::vector<std::string> hosts;  ///< in the order in which ranks fill them
    int slots = 1;                   ///< ranks that fit on a host
    int num_ranks = 1;
    std::vector<std::string> program;                ///< the program and its arguments
    std::map<std::string, std::string> environment;  ///< of the ranks only
    std::vector<std::string> launcher_arguments;     ///< passed on to the MPI's launcher as they are
};

/// What to execute in the first host, and what its environment needs besides the caller's.
struct LaunchCommand {
    std::vector<std::string> words;
    std::map<std::string, std::string> environment;
};

/// An MPI library that the testbed knows how to start.
struct MpiFamily {
    std::string name;                   ///< as in --mpi
    std::vector<std::string> programs;  ///< under which names its launcher may be found, best first
    std::vector<std::string> signs;     ///< `LAUNCHER --version` says one of these
    LaunchCommand (*command)(const std::string& launcher, const Launch& launch, const StateFolder& folder);
};

/// All of them.
[[nodiscard]] const std::vector<MpiFamily>& mpi_families();

/// The family called `name`. Throws InputError with the names there are.
[[nodiscard]] const MpiFamily& mpi_family(const std::string& name);

/// The family's launcher, found in PATH and asked for its version. Throws Error if it is not there.
[[nodiscard]] std::string find_launcher(const MpiFamily& family);

[[nodiscard]] LaunchCommand open_mpi_command(const std::string& launcher, const Launch& launch,
                                             const StateFolder& folder);
[[nodiscard]] LaunchCommand mpich_command(const std::string& launcher, const Launch& launch, const StateFolder& folder);

/// The program as the launcher gets it: with the ranks' own variables set by env(1), so that neither
/// the launcher nor its agents see them.
[[nodiscard]] std::vector<std::string> program_words(const Launch& launch);

/// Writes the launcher's list of hosts, one a line as `line(host, slots)` says; returns its path.
[[nodiscard]] std::string write_host_list(const Launch& launch, const StateFolder& folder,
                                          std::string (*line)(const std::string& host, int slots));

}  // namespace causeway::testbed
