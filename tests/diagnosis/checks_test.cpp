/// Every check finds what is planted, says what would mend it, and is silent about a host that is well.
#include "causeway/diagnosis/diagnose.hpp"
#include "causeway/diagnosis/facts_text.hpp"
#include "causeway/platform/platform_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace causeway::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Two clusters 10 ms apart (round trip 20 ms) with 20 MB/s between them: the route holds 400 KB. A flow brings 5 MB/s.
platform::Platform far_platform() {
    return platform::parse_platform(R"({"causeway": "platform", "version": 1, "name": "far",
 "clusters": [{"name": "a", "hosts": ["h0", "h1"], "plogp": {"latency": 5e-5, "gap": [[0, 1e-5], [1048576, 0.01]], "send_overhead": 1e-6, "receive_overhead": 1e-6}},
              {"name": "b", "hosts": 2, "plogp": {"latency": 5e-5, "gap": [[0, 1e-5], [1048576, 0.01]], "send_overhead": 1e-6, "receive_overhead": 1e-6}}],
 "links": [{"from": "a", "to": "b", "plogp": {"latency": 0.01, "gap": [[0, 1e-5], [1048576, 0.2097152]], "send_overhead": 1e-6, "receive_overhead": 1e-6},
            "shared_capacity": 2e7, "per_flow_limit": 5e6}]})",
                                    "far.json");
}

/// A host on which nothing is wrong, with four ranks on four processors.
Facts healthy(const std::string& name = "h0", const std::string& address = "10.0.0.1") {
    Facts facts;
    facts.host = name;
    facts.tcp_rmem = facts.tcp_wmem = BufferSizes{Bytes(4096), Bytes(131072), Bytes(33554432)};
    facts.core_rmem_max = facts.core_wmem_max = Bytes(212992);
    facts.tcp_adv_win_scale = 1;
    facts.tcp_window_scaling = facts.tcp_moderate_rcvbuf = true;
    facts.tcp_slow_start_after_idle = false;
    facts.congestion_control = "cubic";
    facts.congestion_controls = {"cubic", "reno"};
    facts.first_port = 32768;
    facts.last_port = 60999;
    facts.segments_sent = 1000000;
    facts.segments_sent_again = 1;
    facts.interfaces = {{.name = "eth0",
                         .is_up = true,
                         .is_physical = true,
                         .rate = BytesPerSecond(1.25e8),
                         .mtu = Bytes(1500),
                         .addresses = {address}},
                        {.name = "lo", .is_up = true, .is_loopback = true, .addresses = {"127.0.0.1"}}};
    facts.names = {{.name = name, .addresses = {address}}};
    facts.processors = {0, 1, 2, 3};
    facts.num_cores = 4;
    facts.governors = {{.driver = "acpi-cpufreq", .governor = "performance", .num_processors = 4}};
    facts.tells_frequency = true;
    facts.sleep_states = {{"C1", Seconds(2e-6)}};
    facts.num_ranks = 4;
    facts.ranks_from = "counted";
    facts.parameters = {{"btl_tcp_links", "4", "OMPI_MCA_btl_tcp_links"}};
    facts.mpi_library = "Open MPI v4.1.4";
    facts.mpi_commands = {{"mpirun", "/usr/bin/orterun", "Open MPI"}, {"mpicc", "/usr/bin/opal_wrapper", "Open MPI"}};
    facts.cache_folder = "/home/u/.cache/causeway";
    return facts;
}

Job job_of(const Facts& facts) {
    return {.hosts = {facts}, .platform = far_platform()};
}

struct Planted {
    std::string check;
    Severity severity;
    std::function<void(Facts&)> fault;
    std::vector<std::string> says;  ///< in what, fact or remedy
};

void set_parameter(Facts& facts, const std::string& name, const std::string& value) {
    facts.parameters.push_back({name, value, "OMPI_MCA_" + name});
}

std::vector<Planted> planted() {
    const auto problem = Severity::kProblem;
    const auto hint = Severity::kHint;
    return {
        {"tcp_buffers",
         problem,
         [](Facts& f) { f.tcp_rmem->most = Bytes(200000); },
         {"receive buffer", "a -> b holds 20.0 MB/s x 20.0 ms = 400 kB", "reaches 10.0 MB/s",
          "net.ipv4.tcp_rmem='4096 131072 1048576'"}},
        {"tcp_buffers", problem, [](Facts& f) { f.tcp_wmem->most = Bytes(399999); }, {"send buffer", "tcp_wmem='"}},
        {"tcp_buffers", hint, [](Facts& f) { f.tcp_rmem->most = Bytes(600000); }, {"of which 300000 are window"}},
        {"tcp_buffers", problem, [](Facts& f) { f.tcp_window_scaling = false; }, {"65535", "tcp_window_scaling=1"}},
        {"tcp_buffers", problem, [](Facts& f) { f.tcp_moderate_rcvbuf = false; }, {"131072", "tcp_moderate_rcvbuf=1"}},
        {"tcp_buffers",
         problem,
         [](Facts& f) { set_parameter(f, "btl_tcp_rcvbuf", "4194304"); },
         {"rmem_max grants 212992", "--mca btl_tcp_rcvbuf 0"}},
        {"single_flow",
         problem,
         [](Facts& f) { f.parameters.clear(); },
         {"5.00 MB/s of 20.0 MB/s", "not set", "--mca btl_tcp_links 4"}},
        {"single_flow", problem, [](Facts& f) { f.parameters.front().value = "2"; }, {"btl_tcp_links is 2"}},
        {"idle_restart",
         hint,
         [](Facts& f) { f.tcp_slow_start_after_idle = true; },
         {"14.6 kB of 400 kB", "5 round trips, 100 ms", "tcp_slow_start_after_idle=0"}},
        {"congestion",
         hint,
         [](Facts& f) { f.segments_sent_again = 10000; },
         {"10000 of 1000000 segments", "1 %", "modprobe tcp_bbr"}},
        {"interfaces",
         problem,
         [](Facts& f) { set_parameter(f, "btl_tcp_if_include", "ib0"); },
         {"'ib0', which is not there", "eth0 10.0.0.1 (125 MB/s)", "--mca btl_tcp_if_include eth0"}},
        {"interfaces",
         problem,
         [](Facts& f) { set_parameter(f, "btl_tcp_if_include", "10.1.0.0/16"); },
         {"'10.1.0.0/16', which is not there"}},
        {"interfaces",
         problem,
         [](Facts& f) {
             f.interfaces.push_back({.name = "ib0", .is_up = false, .is_physical = true});
             set_parameter(f, "btl_tcp_if_include", "ib0");
         },
         {"'ib0', which is down"}},
        {"interfaces",
         problem,
         [](Facts& f) {
             f.interfaces.push_back({.name = "ib0",
                                     .is_up = true,
                                     .is_physical = true,
                                     .rate = BytesPerSecond(1.25e9),
                                     .addresses = {"10.2.0.1"}});
             f.environment.push_back("UCX_NET_DEVICES=eth0");
         },
         {"'ib0' is faster", "eth0 has 125 MB/s, ib0 has 1.25 GB/s", "UCX_NET_DEVICES=ib0"}},
        {"interfaces",
         hint,
         [](Facts& f) { f.interfaces.push_back({.name = "docker0", .is_up = true, .addresses = {"172.17.0.1"}}); },
         {"several interfaces", "docker0 172.17.0.1", "btl_tcp_if_include eth0"}},
        {"host_names",
         hint,
         [](Facts& f) { f.names = {{.name = "h0", .fault = "Name or service not known"}}; },
         {"does not resolve", "Name or service not known", "this host has 10.0.0.1"}},
        {"host_names",
         hint,
         [](Facts& f) { f.names.front().addresses = {"127.0.1.1"}; },
         {"loopback", "'h0' is 127.0.1.1, and this host has 10.0.0.1", "out of the line of 127.0.1.1"}},
        {"ports", problem, [](Facts& f) { f.last_port = 32774; }, {"7 ports", "ip_local_port_range="}},
        {"ports", problem, [](Facts& f) { set_parameter(f, "btl_tcp_port_range_v4", "3"); }, {"= 3", "range_v4 4"}},
        {"ports",
         problem,
         [](Facts& f) { f.environment.push_back("MPIEXEC_PORT_RANGE=5000:5002"); },
         {"3 ports", "MPIEXEC_PORT_RANGE=5000:5007"}},
        {"ports",
         problem,
         [](Facts& f) { f.interfaces.front().refusal = "connect: no answer within 1 s"; },
         {"eth0", "no answer", "nft"}},
        {"oversubscription", problem, [](Facts& f) { f.num_ranks = 8; }, {"8 ranks", "(0-3)", "ppr:4:node"}},
        {"oversubscription", hint, [](Facts& f) { f.num_cores = 2; }, {"2 cores with 4 threads", "ppr:2:node"}},
        {"oversubscription", problem, [](Facts& f) { f.processor_quota = 1.5; }, {"grants 1.5", "ppr:1:node"}},
        {"oversubscription",
         problem,
         [](Facts& f) { f.environment.push_back("OMP_NUM_THREADS=4"); },
         {"OMP_NUM_THREADS=1"}},
        {"power_saving",
         problem,
         [](Facts& f) { f.governors.front().governor = "powersave"; },
         {"lowest frequency", "driver acpi-cpufreq", "cpupower frequency-set -g performance"}},
        {"power_saving",
         hint,
         [](Facts& f) {
             f.governors.front() = {"intel_pstate", "powersave", "balance_power", 4};
         },
         {"energy_performance_preference"}},
        {"power_saving",
         hint,
         [](Facts& f) {
             f.sleep_states.push_back({"C6", Seconds(1.33e-4)});
         },
         {"C6 takes 133 us", "50.0 us", "cpupower idle-set -D 133"}},
        {"mpi_versions", problem, [](Facts& f) { f.launched_size = 4, f.world_size = 1; }, {"started 4", "job has 1"}},
        {"mpi_versions",
         hint,
         [](Facts& f) {
             f.mpi_commands[1] = {"mpicc", "/usr/bin/mpicc.mpich", "MPICH"};
         },
         {"mpicc.mpich of MPICH"}},
        {"mpi_versions",
         hint,
         [](Facts& f) {
             f.mpi_libraries = {{"libmpi.so.12", "/opt/mpich/lib/libmpi.so.12", "MPICH"}};
         },
         {"two kinds"}},
        {"mpi_versions",
         problem,
         [](Facts& f) {
             f.mpi_libraries = {{"libmpi.so.40", "/opt/ompi5/lib/libmpi.so.40", "Open MPI"}};
         },
         {"two installations", "PATH=/opt/ompi5/bin"}},
        {"mpi_versions",
         hint,
         [](Facts& f) { f.mpi_library = "MPICH Version:\t4.0.2"; },
         {"another MPI than mpirun", "for MPICH Version: 4.0.2"}},
        {"preload",
         problem,
         [](Facts& f) { f.preloaded = f.missing_preloads = {"/opt/libcauseway.so"}; },
         {"/opt/libcauseway.so", "not there"}},
        {"preload", problem, [](Facts& f) { f.preloaded = {"libcauseway.so"}; }, {"not loaded"}},
        {"preload", hint, [](Facts& f) { f.world_size = 4; }, {"LD_PRELOAD is not set"}},
        {"preload", problem, [](Facts& f) { f.settings_fault = "CAUSEWAY_STRATGY: unknown"; }, {"CAUSEWAY_STRATGY"}},
        {"preload", hint, [](Facts& f) { f.ignored_files = {"causeway.conf is ignored"}; }, {"causeway.conf"}},
        {"preload", problem, [](Facts& f) { f.cache_fault = "/home may not be written to"; }, {"CAUSEWAY_CACHE="}},
    };
}

TEST(Checks, SayNothingOfAHostThatIsWell) {
    const Diagnosis diagnosis = diagnose(job_of(healthy()));
    for (const Diagnosis::Found& found : diagnosis.findings) {
        ADD_FAILURE() << found.check << ": " << found.finding.what << ": " << found.finding.fact;
    }
    EXPECT_THAT(diagnosis.not_checked, IsEmpty());
    EXPECT_EQ(diagnosis.checked.size(), checks().members().size());
    EXPECT_EQ(diagnosis.conclusion(), "nothing found that keeps jobs here from being fast");
}

TEST(Checks, FindWhatIsPlantedAndNothingElse) {
    for (const Planted& one : planted()) {
        Facts facts = healthy();
        one.fault(facts);
        const Diagnosis diagnosis = diagnose(job_of(facts));
        ASSERT_THAT(diagnosis.findings, SizeIs(1)) << one.check << " " << one.says.front();
        const Diagnosis::Found& found = diagnosis.findings.front();
        EXPECT_EQ(found.check, one.check);
        EXPECT_EQ(found.finding.severity, one.severity) << found.finding.what;
        const std::string text = found.finding.what + "\n" + found.finding.fact + "\n" + found.finding.remedy;
        for (const std::string& word : one.says) {
            EXPECT_THAT(text, HasSubstr(word));
        }
        EXPECT_FALSE(found.finding.remedy.empty());
    }
}

TEST(Checks, AreAllPlanted) {
    std::set<std::string> names;
    for (const Planted& one : planted()) {
        names.insert(one.check);
    }
    for (const std::string& name : checks().names()) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
}

TEST(Checks, SayWhatTheyCouldNotLookAt) {
    Facts nothing;
    nothing.host = "h0";
    const Diagnosis diagnosis = diagnose({.hosts = {nothing}, .platform = std::nullopt});
    EXPECT_THAT(diagnosis.findings, IsEmpty());
    // What is left needs nothing but the environment, which may well be empty.
    EXPECT_THAT(diagnosis.checked, ElementsAre("preload"));
    EXPECT_THAT(diagnosis.not_checked, SizeIs(checks().members().size() - 1));
    for (const Diagnosis::NotChecked& gap : diagnosis.not_checked) {
        EXPECT_FALSE(gap.why.empty());
    }
}

TEST(Checks, TakeAWindowThatFillsTheRouteForEnough) {
    Facts facts = healthy();
    facts.tcp_rmem->most = Bytes(800000);  // half of it is window: just the 400 KB
    facts.tcp_wmem->most = Bytes(400000);
    EXPECT_THAT(diagnose(job_of(facts)).findings, IsEmpty());
    facts.tcp_adv_win_scale = -2;  // a quarter
    EXPECT_THAT(diagnose(job_of(facts)).findings, SizeIs(1));
}

TEST(Checks, ProposeNoLargerBufferThanTheKernelTakes) {
    platform::Platform platform = far_platform();
    platform.links.front().plogp->latency = Seconds(1e300);
    const Diagnosis diagnosis = diagnose({.hosts = {healthy()}, .platform = platform});
    ASSERT_FALSE(diagnosis.findings.empty());
    EXPECT_THAT(diagnosis.findings.front().finding.remedy, HasSubstr("4096 131072 2147483647"));
}

TEST(Checks, LookAtTheRoutesOfTheHostsOwnClusterOnly) {
    platform::Platform platform = far_platform();
    platform.clusters.push_back(platform.clusters.front());
    platform.clusters.back().name = "c";
    platform.clusters.back().hosts = {"elsewhere"};
    Facts facts = healthy("elsewhere");
    facts.tcp_rmem->most = Bytes(200000);
    EXPECT_THAT(diagnose({.hosts = {facts}, .platform = platform}).findings, IsEmpty());
    facts.host = facts.names.front().name = "nobody knows";  // then all routes count
    EXPECT_THAT(diagnose({.hosts = {facts}, .platform = platform}).findings, SizeIs(1));
}

TEST(Checks, TellWhatHoldsForSeveralHostsOnce) {
    Job job{.hosts = {healthy("h0", "10.0.0.1"), healthy("h1", "10.0.0.2"), healthy("h2", "10.0.0.3")},
            .platform = far_platform()};
    job.hosts[0].tcp_rmem->most = Bytes(200000);
    job.hosts[2].tcp_rmem->most = Bytes(100000);
    job.hosts[1].tcp_slow_start_after_idle = true;
    const Diagnosis diagnosis = diagnose(job);
    ASSERT_THAT(diagnosis.findings, SizeIs(2));
    EXPECT_THAT(diagnosis.findings[0].hosts, ElementsAre("h0", "h2"));
    EXPECT_THAT(diagnosis.findings[0].finding.fact, HasSubstr("200000"));
    EXPECT_THAT(diagnosis.findings[1].hosts, ElementsAre("h1"));
    EXPECT_EQ(diagnosis.conclusion(), "1 thing keeps jobs here from being fast; 1 more may");
}

TEST(Checks, CompareTheHostsOfAJob) {
    Job job{.hosts = {healthy("h0", "10.0.0.1"), healthy("h1", "10.0.0.2")}, .platform = far_platform()};
    EXPECT_THAT(diagnose(job).findings, IsEmpty());
    job.hosts[1].mpi_library = "Open MPI v4.0.3";
    job.hosts[1].interfaces.front().addresses = {"10.0.0.1"};
    job.hosts[0].names.front().addresses = {"127.0.1.1"};
    const Diagnosis diagnosis = diagnose(job);
    ASSERT_THAT(diagnosis.findings, SizeIs(3));
    EXPECT_THAT(diagnosis.findings[0].finding.what, HasSubstr("same address on 'eth0'"));
    EXPECT_EQ(diagnosis.findings[1].check, "host_names");
    EXPECT_EQ(diagnosis.findings[1].finding.severity, Severity::kProblem);  // there are others now that connect to it
    EXPECT_THAT(diagnosis.findings[2].finding.fact, AllOf(HasSubstr("v4.0.3 on 1 of 2 hosts (h1)"), HasSubstr("(h0)")));
}

TEST(Checks, LeaveWhatALoadedLibraryDoesToIt) {
    Facts facts = healthy();
    facts.parameters.clear();
    facts.preloaded = {"libcauseway.so"};
    facts.has_causeway_loaded = true;  // plans share long messages among several hosts
    EXPECT_THAT(diagnose(job_of(facts)).findings, IsEmpty());
}

TEST(Checks, TakeNetworksAndExcludedInterfacesForAChoice) {
    Facts facts = healthy();
    facts.interfaces.push_back({.name = "docker0", .is_up = true, .addresses = {"172.17.0.1"}});
    for (const auto& [name, value] :
         {std::pair("btl_tcp_if_include", "10.0.0.0/24"), std::pair("btl_tcp_if_exclude", "lo,docker0")}) {
        Facts told = facts;
        set_parameter(told, name, value);
        EXPECT_THAT(diagnose(job_of(told)).findings, IsEmpty()) << name;
    }
}

TEST(Facts, ComeOverAsTheyWere) {
    Facts facts = healthy();
    facts.processor_quota = 1.5;
    facts.settings_fault = "not \xff UTF-8";
    facts.interfaces.front().refusal = "no";
    const Facts back = facts_in(to_text(facts));
    EXPECT_EQ(to_text(back), to_text(facts));
    EXPECT_EQ(back.settings_fault, facts.settings_fault);
    EXPECT_EQ(back.tcp_rmem->most, Bytes(33554432));
    EXPECT_EQ(back.interfaces.front().rate, BytesPerSecond(1.25e8));
    EXPECT_EQ(back.sleep_states.front().latency, Seconds(2e-6));
    EXPECT_EQ(back.launched_size, std::nullopt);
}

TEST(Facts, OfRanksAreCountedForTheirHosts) {
    std::vector<Facts> ranks{healthy("h0"), healthy("h1"), healthy("h0"), healthy("h0")};
    ranks[0].processors = {0};
    ranks[2].processors = {2};
    ranks[3].processors = {0};
    const std::vector<Facts> hosts = facts_of_hosts(ranks);
    ASSERT_THAT(hosts, SizeIs(2));
    EXPECT_EQ(hosts[0].num_ranks, 3);
    EXPECT_THAT(hosts[0].processors, ElementsAre(0, 2));
    EXPECT_EQ(hosts[1].num_ranks, 1);
    EXPECT_EQ(hosts[0].ranks_from, "counted");
}

}  // namespace
}  // namespace causeway::diagnosis
