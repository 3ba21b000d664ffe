/// MPICH on the grid: its Hydra starts a proxy in every host through the agent, and its ranks talk
/// TCP over the grid's device between hosts, shared memory within one.
#include "testbed/mpi_launcher.hpp"
#include "testbed/network_device.hpp"

#include <fmt/format.h>

namespace causeway::testbed {

namespace {

std::string host_line(const std::string& host, int slots) { return fmt::format("{}:{}", host, slots); }

}  // namespace

LaunchCommand mpich_command(const std::string& launcher, const Launch& launch, const StateFolder& folder) {
    LaunchCommand command;
    command.words = {launcher,         "-launcher", "ssh",
                     "-launcher-exec", folder.agent(), "-iface", kDeviceName,
                     "-f",             write_host_list(launch, folder, host_line), "-n",
                     fmt::format("{}", launch.num_ranks)};
    command.words.insert(command.words.end(), launch.launcher_arguments.begin(), launch.launcher_arguments.end());
    const std::vector<std::string> program = program_words(launch);
    command.words.insert(command.words.end(), program.begin(), program.end());
    command.environment = {
        // For MPICH over UCX, over libfabric, and the older ch3, whichever this one is.
        {"UCX_TLS", "tcp,self,sm"},
        {"UCX_NET_DEVICES", kDeviceName},
        {"FI_PROVIDER", "tcp"},
        {"FI_TCP_IFACE", kDeviceName},
        {"MPICH_NETWORK_IFNAME", kDeviceName},
        // Ranks of many hosts share the machine's processors: one that waits must let others run.
        {"MPIR_CVAR_POLLS_BEFORE_YIELD", "1"},
    };
    return command;
}

}  // namespace causeway::testbed
