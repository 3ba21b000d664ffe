/// Open MPI 4 on the grid: its mpirun starts a daemon in every host through the agent, and its ranks
/// talk TCP over the grid's device between hosts, shared memory within one.
#include "testbed/mpi_launcher.hpp"
#include "testbed/network_device.hpp"

#include <fmt/format.h>

namespace causeway::testbed {

namespace {

std::string host_line(const std::string& host, int slots) {
    return fmt::format("{} slots={}", host, slots);
}

}  // namespace

LaunchCommand open_mpi_command(const std::string& launcher, const Launch& launch, const StateFolder& folder) {
    LaunchCommand command;
    command.words = {launcher, "--hostfile", write_host_list(launch, folder, host_line), "-np",
                     fmt::format("{}", launch.num_ranks),
                     // Every host shows the same few processors; binding would pile all ranks on the first.
                     "--bind-to", "none"};
    const auto set = [&command](const char* name, const std::string& value) {
        command.words.insert(command.words.end(), {"--mca", name, value});
    };
    set("plm_rsh_agent", folder.agent());
    set("pml", "ob1");
    set("btl", "self,vader,tcp");
    set("btl_tcp_if_include", kDeviceName);
    set("oob_tcp_if_include", kDeviceName);
    // Ranks of many hosts share the machine's processors: one that waits must let others run.
    set("mpi_yield_when_idle", "1");
    set("orte_tmpdir_base", folder.sessions());
    command.words.insert(command.words.end(), launch.launcher_arguments.begin(), launch.launcher_arguments.end());
    const std::vector<std::string> program = program_words(launch);
    command.words.insert(command.words.end(), program.begin(), program.end());
    // Inside a user namespace everybody is root.
    command.environment = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"}, {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"}};
    return command;
}

}  // namespace causeway::testbed
