/// MPICH on the grid: its Hydra starts a proxy in every host through the agent, and its ranks talk
/// TCP over the grid's device between hosts, shared memory within one.
#include "testbed/mpi_launcher.hpp"
#include "testbed/network_device.hpp"

#include "causeway/base/error.hpp"
#include "testbed/system.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace causeway::testbed {

namespace {

std::string host_line(const std::string& host, int slots) {
    return fmt::format("{}:{}", host, slots);
}

/// The library that the ranks need over UCX (ucx_in_ranks.cpp): beside the program, as built
/// or as installed.
std::string ucx_library() {
    namespace fs = std::filesystem;
    const fs::path program_folder = fs::path(own_program()).parent_path();
    for (const char* const folder : {"../lib", "../" CAUSEWAY_LIBRARY_FOLDER}) {
        const fs::path candidate = program_folder / folder / CAUSEWAY_UCX_IN_RANKS_LIBRARY;
        if (fs::exists(candidate)) {
            return fs::canonical(candidate);
        }
    }
    throw base::Error(fmt::format("{} is neither in {}/../lib nor in {}/../{}: MPICH cannot be started",
                                  CAUSEWAY_UCX_IN_RANKS_LIBRARY, program_folder.string(), program_folder.string(),
                                  CAUSEWAY_LIBRARY_FOLDER));
}

/// The ranks' variables with that library preloaded, behind what the caller wants preloaded.
std::map<std::string, std::string> with_ucx_library(std::map<std::string, std::string> environment) {
    const char* const inherited = std::getenv("LD_PRELOAD");
    std::string& preloaded = environment.try_emplace("LD_PRELOAD", inherited != nullptr ? inherited : "").first->second;
    preloaded += (preloaded.empty() ? "" : ":") + ucx_library();
    return environment;
}

}  // namespace

LaunchCommand mpich_command(const std::string& launcher, const Launch& launch, const StateFolder& folder) {
    LaunchCommand command;
    command.words = {launcher,
                     "-launcher",
                     "ssh",
                     "-launcher-exec",
                     folder.agent(),
                     "-iface",
                     kDeviceName,
                     "-f",
                     write_host_list(launch, folder, host_line),
                     "-n",
                     fmt::format("{}", launch.num_ranks)};
    command.words.insert(command.words.end(), launch.launcher_arguments.begin(), launch.launcher_arguments.end());
    Launch complete = launch;
    complete.environment = with_ucx_library(launch.environment);
    const std::vector<std::string> program = program_words(complete);
    command.words.insert(command.words.end(), program.begin(), program.end());
    command.environment = {
        // For MPICH over UCX, over libfabric, and the older ch3, whichever this one is.
        {"UCX_TLS", "tcp,self,sm"},
        {"UCX_NET_DEVICES", kDeviceName},
        {"FI_PROVIDER", "tcp"},
        {"FI_TCP_IFACE", kDeviceName},
        {"MPICH_NETWORK_IFNAME", kDeviceName},
        // Ranks of many hosts share the machine's processors: one that waits must let others run. This is
        // heard by ch3 only; over UCX the preloaded library sees to it.
        {"MPIR_CVAR_POLLS_BEFORE_YIELD", "1"},
    };
    return command;
}

}  // namespace causeway::testbed
