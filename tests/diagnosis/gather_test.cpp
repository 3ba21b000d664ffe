/// What is read from planted files, and that files which make no sense are taken for absent.
#include "causeway/diagnosis/gather.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <unistd.h>

namespace causeway::diagnosis {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// A root folder of its own for every test, removed at the end.
class GatherTest : public testing::Test {
protected:
    GatherTest()
        : root_(std::filesystem::temp_directory_path() /
                ("causeway-gather-" + std::to_string(::getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
        std::filesystem::create_directories(root_);
        machine_.root = root_;
        machine_.host_name = "h0";
        machine_.processors = {0, 1};
        machine_.addresses = [] { return std::vector<InterfaceAddress>{{"eth0", "10.0.0.1"}, {"lo", "127.0.0.1"}}; };
        machine_.resolve = [](const std::string& name) {
            return ResolvedName{.name = name, .addresses = {"10.0.0.1"}, .fault = {}};
        };
        machine_.connect_to_itself = [this](const std::string& address) -> std::optional<std::string> {
            tried_.push_back(address);
            return std::nullopt;
        };
    }
    ~GatherTest() override { std::filesystem::remove_all(root_); }

    void plant(const std::string& path, const std::string& text) const {
        const std::filesystem::path file = root_.string() + path;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    void plant_setting(const std::string& name, const std::string& text) const {
        plant("/proc/sys/net/ipv4/" + name, text + "\n");
    }
    [[nodiscard]] Facts facts(const std::vector<std::string>& others = {}) const { return gather(machine_, others); }

    std::filesystem::path root_;
    Machine machine_;
    std::vector<std::string> tried_;
};

TEST_F(GatherTest, AnEmptyMachineTellsNothingAndNothingIsThrown) {
    const Facts none = facts();
    EXPECT_EQ(none.host, "h0");
    EXPECT_FALSE(none.tcp_rmem || none.first_port || none.segments_sent || none.num_cores || none.processor_quota);
    EXPECT_THAT(none.interfaces, IsEmpty());
    EXPECT_FALSE(none.tells_frequency);
    EXPECT_EQ(none.num_ranks, 0);
}

TEST_F(GatherTest, SettingsOfTcp) {
    plant_setting("tcp_rmem", "4096\t131072\t6291456");
    plant_setting("tcp_adv_win_scale", "-2");
    plant_setting("tcp_window_scaling", "0");
    plant_setting("tcp_congestion_control", "cubic");
    plant_setting("tcp_available_congestion_control", "reno cubic bbr");
    plant_setting("ip_local_port_range", "32768\t60999");
    plant("/proc/sys/net/core/rmem_max", "212992\n");
    plant("/proc/net/snmp", "Ip: Forwarding\nIp: 1\nTcp: RtoAlgorithm OutSegs RetransSegs\nTcp: 1 1842545 19\n");
    const Facts told = facts();
    ASSERT_TRUE(told.tcp_rmem);
    EXPECT_EQ(told.tcp_rmem->usual, Bytes(131072));
    EXPECT_EQ(told.tcp_rmem->most, Bytes(6291456));
    EXPECT_EQ(told.core_rmem_max, Bytes(212992));
    EXPECT_EQ(told.tcp_adv_win_scale, -2);
    EXPECT_EQ(told.tcp_window_scaling, false);
    EXPECT_EQ(told.tcp_slow_start_after_idle, std::nullopt);
    EXPECT_EQ(told.congestion_control, "cubic");
    EXPECT_THAT(told.congestion_controls, ElementsAre("reno", "cubic", "bbr"));
    EXPECT_EQ(told.last_port, 60999);
    EXPECT_EQ(told.segments_sent, 1842545);
    EXPECT_EQ(told.segments_sent_again, 19);
}

TEST_F(GatherTest, FiguresThatMakeNoSenseAreAbsent) {
    for (const char* text : {"", "many", "4096 131072", "4096 131072 x", "4096 131072 -1", "-1 2 3", "1 2 3 4",
                             "4096 131072 99999999999999999999"}) {
        plant_setting("tcp_rmem", text);
        EXPECT_FALSE(facts().tcp_rmem) << text;
    }
    for (const char* text : {"60999 32768", "0 10", "1", "a b"}) {
        plant_setting("ip_local_port_range", text);
        EXPECT_FALSE(facts().first_port) << text;
    }
    for (const char* text :
         {"Tcp: OutSegs\n", "Tcp: OutSegs\nTcp:\n", "Tcp: OutSegs\nTcp: -4\n", "Tcp: 12\nTcp: OutSegs\n", "\xff\n"}) {
        plant("/proc/net/snmp", text);
        EXPECT_FALSE(facts().segments_sent) << text;
    }
    plant_setting("tcp_window_scaling", "yes");
    EXPECT_FALSE(facts().tcp_window_scaling);
    std::filesystem::create_directories(root_ / "proc/sys/net/core/rmem_max");  // a folder
    EXPECT_FALSE(facts().core_rmem_max);
}

TEST_F(GatherTest, Interfaces) {
    for (const auto& [name, flags, state] :
         {std::tuple("eth0", "0x1003", "up"), std::tuple("eth1", "0x1002", "down"),
          std::tuple("eth2", "0x1003", "down"), std::tuple("lo", "0x9", "unknown")}) {
        plant(std::string("/sys/class/net/") + name + "/flags", flags);
        plant(std::string("/sys/class/net/") + name + "/operstate", state);
    }
    plant("/sys/class/net/bonding_masters", "\n");
    plant("/sys/class/net/eth0/speed", "25000\n");
    plant("/sys/class/net/eth0/mtu", "9000\n");
    plant("/sys/class/net/eth0/device/vendor", "0x1af4\n");
    plant("/sys/class/net/eth1/speed", "-1\n");
    const Facts told = facts();
    ASSERT_THAT(told.interfaces, SizeIs(4));
    const Interface& eth0 = *told.interface_named("eth0");
    EXPECT_TRUE(eth0.is_up && eth0.is_physical && !eth0.is_loopback);
    EXPECT_EQ(eth0.rate, BytesPerSecond(3.125e9));
    EXPECT_EQ(eth0.mtu, Bytes(9000));
    EXPECT_THAT(eth0.addresses, ElementsAre("10.0.0.1"));
    EXPECT_FALSE(told.interface_named("eth1")->is_up);
    EXPECT_FALSE(told.interface_named("eth1")->rate);
    EXPECT_FALSE(told.interface_named("eth2")->is_up);  // switched on, no cable
    EXPECT_TRUE(told.interface_named("lo")->is_loopback);
    EXPECT_THAT(told.usable_interfaces(), ElementsAre(&eth0));
    EXPECT_THAT(tried_, ElementsAre("10.0.0.1", "127.0.0.1"));
}

TEST_F(GatherTest, NamesOfTheHostAndOfOthers) {
    machine_.resolve = [](const std::string& name) {
        return name == "h0" ? ResolvedName{.name = name, .addresses = {"127.0.1.1"}, .fault = {}}
                            : ResolvedName{.name = name, .addresses = {}, .fault = "unknown"};
    };
    const Facts told = facts({"h0", "h1"});
    ASSERT_THAT(told.names, SizeIs(2));
    EXPECT_TRUE(is_loopback_address(told.names[0].addresses.front()));
    EXPECT_EQ(told.names[1].name, "h1");
    EXPECT_EQ(told.names[1].fault, "unknown");
}

TEST_F(GatherTest, Processors) {
    for (const char* processor : {"0", "1"}) {
        const std::string folder = std::string("/sys/devices/system/cpu/cpu") + processor;
        plant(folder + "/topology/thread_siblings_list", "0-1\n");
        plant(folder + "/cpufreq/scaling_driver", "intel_pstate\n");
        plant(folder + "/cpufreq/scaling_governor", "powersave\n");
        plant(folder + "/cpufreq/energy_performance_preference", "balance_power\n");
    }
    const std::string idle = "/sys/devices/system/cpu/cpu0/cpuidle/state";
    plant(idle + "0/name", "POLL\n");
    plant(idle + "0/latency", "0\n");
    plant(idle + "1/name", "C6\n");
    plant(idle + "1/latency", "133\n");
    plant(idle + "1/disable", "0\n");
    plant(idle + "2/name", "C10\n");
    plant(idle + "2/latency", "890\n");
    plant(idle + "2/disable", "1\n");
    plant(idle + "3/latency", "soon\n");
    const Facts told = facts();
    EXPECT_EQ(told.num_cores, 1);
    ASSERT_THAT(told.governors, SizeIs(1));
    EXPECT_EQ(told.governors.front().num_processors, 2);
    EXPECT_EQ(told.governors.front().preference, "balance_power");
    ASSERT_THAT(told.sleep_states, SizeIs(2));
    EXPECT_EQ(told.sleep_states.back().name, "C6");
    EXPECT_EQ(told.sleep_states.back().latency, Seconds(133 * 1e-6));
}

TEST_F(GatherTest, TheLeastQuotaOfTheGroupsAbove) {
    plant("/proc/self/cgroup", "0::/slurm/job7/step0\n");
    plant("/sys/fs/cgroup/slurm/job7/step0/cpu.max", "max 100000\n");
    plant("/sys/fs/cgroup/slurm/job7/cpu.max", "250000 100000\n");
    plant("/sys/fs/cgroup/slurm/cpu.max", "800000 100000\n");
    EXPECT_EQ(facts().processor_quota, 2.5);
    plant("/sys/fs/cgroup/slurm/job7/cpu.max", "many\n");
    EXPECT_EQ(facts().processor_quota, 8.0);
    plant("/proc/self/cgroup", "4:cpu,cpuacct:/box\n3:memory:/elsewhere\nnonsense\n");
    EXPECT_EQ(facts().processor_quota, std::nullopt);
    plant("/sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "150000\n");
    plant("/sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(facts().processor_quota, 1.5);
    plant("/sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "-1\n");
    EXPECT_EQ(facts().processor_quota, std::nullopt);
}

TEST_F(GatherTest, RanksAndParametersOfTheJob) {
    machine_.environment = {"HOME=/home/u", "SECRET_TOKEN=x", "SLURM_TASKS_PER_NODE=16(x4)", "PMI_SIZE=64",
                            "OMPI_MCA_btl_tcp_if_include=eth0"};
    plant("/home/u/.openmpi/mca-params.conf", "# mine\nbtl_tcp_if_include = eth1\n btl_tcp_links=2 \nnonsense\n= 3\n");
    plant("/etc/openmpi/openmpi-mca-params.conf", "btl_tcp_links = 8\noob_tcp_if_include = eth2\n");
    const Facts told = facts();
    EXPECT_EQ(told.num_ranks, 16);
    EXPECT_EQ(told.ranks_from, "SLURM_TASKS_PER_NODE");
    EXPECT_EQ(told.launched_size, 64);
    ASSERT_THAT(told.parameters, SizeIs(3));
    EXPECT_EQ(told.parameter("btl_tcp_if_include")->value, "eth0");
    EXPECT_EQ(told.parameter("btl_tcp_links")->value, "2");
    EXPECT_EQ(told.parameter("oob_tcp_if_include")->origin, "/etc/openmpi/openmpi-mca-params.conf");
    EXPECT_THAT(told.environment, Not(Contains(HasSubstr("SECRET"))));
    machine_.environment = {"SLURM_NTASKS_PER_NODE=none"};
    EXPECT_EQ(facts().num_ranks, 0);
}

TEST_F(GatherTest, ProgramsAndLibrariesAreFollowedThroughTheirLinks) {
    plant("/usr/bin/orterun", "");
    std::filesystem::create_symlink("orterun", root_ / "usr/bin/mpirun");
    plant("/opt/mpich/bin/mpicc", "");
    plant("/opt/ompi5/lib/libmpi.so.40.30", "");
    std::filesystem::create_symlink("libmpi.so.40.30", root_ / "opt/ompi5/lib/libmpi.so.40");
    machine_.environment = {"PATH=/nowhere:/usr/bin:/opt/mpich/bin", "LD_LIBRARY_PATH=/opt/ompi5/lib::/nowhere"};
    const Facts told = facts();
    ASSERT_THAT(told.mpi_commands, SizeIs(2));
    EXPECT_EQ(told.mpi_commands[0].path, "/usr/bin/orterun");
    EXPECT_EQ(told.mpi_commands[0].family, "Open MPI");
    EXPECT_EQ(told.mpi_commands[1].family, "MPICH");
    ASSERT_THAT(told.mpi_libraries, SizeIs(1));
    EXPECT_EQ(told.mpi_libraries[0].path, "/opt/ompi5/lib/libmpi.so.40.30");
}

TEST_F(GatherTest, ThePreloadAndTheSettings) {
    plant("/opt/libcauseway.so", "");
    plant("/proc/self/maps", "7f00-7f01 r-xp 00000000 08:01 12   /opt/libcauseway.so\n");
    machine_.environment = {"LD_PRELOAD=/opt/libcauseway.so:/opt/other.so libx.so", "CAUSEWAY_CACHE=/cache/causeway"};
    std::filesystem::create_directories(root_ / "cache");
    const Facts told = facts();
    EXPECT_THAT(told.preloaded, SizeIs(3));
    EXPECT_THAT(told.missing_preloads, ElementsAre("/opt/other.so"));
    EXPECT_TRUE(told.has_causeway_loaded);
    EXPECT_EQ(told.cache_folder, "/cache/causeway");
    EXPECT_EQ(told.cache_fault, std::nullopt);
    EXPECT_EQ(told.settings_fault, std::nullopt);
    plant("/cache/causeway", "a file");
    EXPECT_THAT(facts().cache_fault.value_or(""), HasSubstr("is no folder"));
    machine_.environment = {"CAUSEWAY_STRATGY=x"};
    EXPECT_THAT(facts().settings_fault.value_or(""), HasSubstr("CAUSEWAY_STRATEGY"));
    plant("/proc/self/maps", "7f00-7f01 r-xp 00000000 08:01 12   /opt/libcauseway_trees.so\n");
    EXPECT_FALSE(facts().has_causeway_loaded);
}

TEST(ThisMachine, ConnectsToItselfAndNotToOthersAddresses) {
    const Machine machine = this_machine();
    EXPECT_FALSE(machine.host_name.empty());
    EXPECT_THAT(machine.processors, Not(IsEmpty()));
    EXPECT_EQ(machine.connect_to_itself("127.0.0.1"), std::nullopt);
    EXPECT_THAT(machine.connect_to_itself("192.0.2.77").value_or(""), HasSubstr("bind"));
    EXPECT_THAT(machine.connect_to_itself("nonsense").value_or(""), HasSubstr("nonsense"));
    EXPECT_THAT(machine.resolve("127.0.0.1").addresses, ElementsAre("127.0.0.1"));
    const ResolvedName unknown = machine.resolve(std::string(300, 'x'));  // longer than names may be: nobody is asked
    EXPECT_THAT(unknown.addresses, IsEmpty());
    EXPECT_FALSE(unknown.fault.empty());
}

}  // namespace
}  // namespace causeway::diagnosis
