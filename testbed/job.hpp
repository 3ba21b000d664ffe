/// A command that runs in a host, with everything it starts, and ends with all of it.
///
/// The command gets a process namespace of its own, whose first process watches over it: when the
/// command ends, when its launcher ends (however) or when the grid's router ends, that first process
/// ends too, and the kernel then kills whatever is left in the namespace.
#pragma once

#include "testbed/control.hpp"
#include "testbed/namespaces.hpp"
#include "testbed/state.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace causeway::testbed {

struct Command {
    std::string host;
    std::vector<std::string> words;                  ///< the program, looked for in PATH, and its arguments
    std::map<std::string, std::string> environment;  ///< added to the caller's
};

/// How a command ended, as a shell would put it.
struct Ending {
    int exit_code = 0;
    bool timed_out = false;
    bool interrupted = false;
};

/// The variable by which a job's processes find the router, so that an agent can enter other hosts.
constexpr const char* kControlVariable = "CAUSEWAY_TESTBED_CONTROL";

/// Asks the router at the other end for the namespaces of a host. Throws Error.
[[nodiscard]] HostNamespaces ask_for_host(const Descriptor& connection, const std::string& host);

/// Runs the command to its end. SIGINT, SIGTERM and SIGHUP of the caller are passed on; the command
/// then has a few seconds to end. Throws Error. To be called once in a process, with one thread.
[[nodiscard]] Ending run_job(const StateFolder& folder, const Command& command, std::optional<Seconds> timeout);

/// Replaces the calling process by the program. Throws Error if there is no such program.
[[noreturn]] void execute(const std::vector<std::string>& words);

}  // namespace causeway::testbed
