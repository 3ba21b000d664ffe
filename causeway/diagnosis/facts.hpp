/// What a host says of itself, as far as it decides how fast MPI jobs are on it: values only, as they were read.
///
/// gather.hpp reads them, facts_text.hpp carries them to rank 0, the checks (check/) judge them. A figure that the host
/// does not tell, or tells in words that make no sense, is absent: the checks that need it say so.
#pragma once

#include "causeway/base/units.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::diagnosis {

/// A network interface.
struct Interface {
    std::string name = {};
    bool is_up = false;  ///< switched on, and with a carrier where it knows
    bool is_loopback = false;
    /// Whether there is a device behind it: the speed that bridges and tunnels claim means nothing.
    bool is_physical = false;
    std::optional<BytesPerSecond> rate = {};  ///< nominal
    std::optional<Bytes> mtu = {};
    std::vector<std::string> addresses = {};  ///< IPv4
    /// Why a connection to a port that listens at its own address failed; absent: it did not, or there is no address.
    std::optional<std::string> refusal = {};

    template <typename Self, typename Visit>
    static void visit_fields(Self& self, const Visit& visit) {
        visit("name", self.name);
        visit("is_up", self.is_up);
        visit("is_loopback", self.is_loopback);
        visit("is_physical", self.is_physical);
        visit("rate", self.rate);
        visit("mtu", self.mtu);
        visit("addresses", self.addresses);
        visit("refusal", self.refusal);
    }
};

/// What a host name stands for on this host.
struct ResolvedName {
    std::string name = {};
    std::vector<std::string> addresses = {};  ///< IPv4 and IPv6; empty: it does not resolve
    std::string fault = {};                   ///< why, as the resolver says it

    template <typename Self, typename Visit>
    static void visit_fields(Self& self, const Visit& visit) {
        visit("name", self.name);
        visit("addresses", self.addresses);
        visit("fault", self.fault);
    }
};

/// net.ipv4.tcp_rmem, tcp_wmem: of one socket.
struct BufferSizes {
    Bytes least;
    Bytes usual;
    Bytes most;

    template <typename Self, typename Visit>
    static void visit_fields(Self& self, const Visit& visit) {
        visit("least", self.least);
        visit("usual", self.usual);
        visit("most", self.most);
    }
};

/// Processors whose frequency is governed alike.
struct Governor {
    std::string driver = {};      ///< "intel_pstate"
    std::string governor = {};    ///< "powersave"
    std::string preference = {};  ///< energy_performance_preference; empty where there is none
    std::int64_t num_processors = 0;

    template <typename Self, typename Visit>
    static void visit_fields(Self& self, const Visit& visit) {
        visit("driver", self.driver);
        visit("governor", self.governor);
        visit("preference", self.preference);
        visit("num_processors", self.num_processors);
    }
};

/// A sleeping state of a processor that is not switched off.
struct SleepState {
    std::string name = {};
    Seconds latency;  ///< until it is awake

    template <typename Self, typename Visit>
    static void visit_fields(Self& self, const Visit& visit) {
        visit("name", self.name);
        visit("latency", self.latency);
    }
};

/// A parameter of Open MPI (MCA).
struct Parameter {
    std::string name = {};  ///< "btl_tcp_if_include"
    std::string value = {};
    std::string origin = {};  ///< "OMPI_MCA_btl_tcp_if_include", "/etc/openmpi/openmpi-mca-params.conf"

    template <typename Self, typename Visit>
    static void visit_fields(Self& self, const Visit& visit) {
        visit("name", self.name);
        visit("value", self.value);
        visit("origin", self.origin);
    }
};

/// A part of an MPI library that PATH or LD_LIBRARY_PATH finds.
struct MpiFile {
    std::string name = {};    ///< "mpirun", "libmpi.so.40"
    std::string path = {};    ///< all links followed
    std::string family = {};  ///< "Open MPI", "MPICH", with what has its ABI

    template <typename Self, typename Visit>
    static void visit_fields(Self& self, const Visit& visit) {
        visit("name", self.name);
        visit("path", self.path);
        visit("family", self.family);
    }
};

struct Facts {
    std::string host;
    /// "NAME=value", those that MPI libraries, launchers and Causeway read.
    std::vector<std::string> environment;

    // The network.
    std::optional<BufferSizes> tcp_rmem;
    std::optional<BufferSizes> tcp_wmem;
    std::optional<Bytes> core_rmem_max;  ///< for sockets whose program sets the size
    std::optional<Bytes> core_wmem_max;
    std::optional<std::int64_t> tcp_adv_win_scale;
    std::optional<bool> tcp_window_scaling;
    std::optional<bool> tcp_moderate_rcvbuf;
    std::optional<bool> tcp_slow_start_after_idle;
    std::string congestion_control;                ///< "cubic"; empty: not known
    std::vector<std::string> congestion_controls;  ///< that the kernel has loaded
    std::optional<std::int64_t> first_port;        ///< net.ipv4.ip_local_port_range
    std::optional<std::int64_t> last_port;
    std::optional<std::int64_t> segments_sent;  ///< by TCP since the network came up
    std::optional<std::int64_t> segments_sent_again;
    std::vector<Interface> interfaces;
    std::vector<ResolvedName> names;  ///< the host's own first, then those of the job's other hosts

    // The processors.
    std::vector<std::int64_t> processors;   ///< that this process may run on
    std::optional<std::int64_t> num_cores;  ///< that they are threads of
    std::optional<double> processor_quota;  ///< of the control group, in processors
    std::vector<Governor> governors;
    std::vector<SleepState> sleep_states;  ///< of the first processor
    bool tells_frequency = false;          ///< whether the host has a governor to look at

    // The job.
    std::int64_t num_ranks = 0;                 ///< on this host; 0: not known
    std::string ranks_from;                     ///< where that is from: "counted", "SLURM_NTASKS_PER_NODE"
    std::int64_t world_size = 0;                ///< as the MPI library sees it; 0: MPI was not started
    std::optional<std::int64_t> launched_size;  ///< as the launcher says it
    std::vector<Parameter> parameters;          ///< each once, the one in force

    // Programs and libraries.
    std::string mpi_library;                    ///< what this command runs with; empty: none
    std::vector<MpiFile> mpi_commands;          ///< mpirun, mpiexec, mpicc: the first of each in PATH
    std::vector<MpiFile> mpi_libraries;         ///< in the order of LD_LIBRARY_PATH
    std::vector<std::string> preloaded;         ///< words of LD_PRELOAD
    std::vector<std::string> missing_preloads;  ///< those of them that name a file which is not there
    bool has_causeway_loaded = false;           ///< whether this process has libcauseway.so in its memory
    std::optional<std::string> settings_fault;  ///< what is wrong with CAUSEWAY_* or causeway.conf
    std::vector<std::string> ignored_files;     ///< Settings::ignored_files()
    std::string cache_folder;                   ///< empty: none is used
    std::optional<std::string> cache_fault;     ///< why nothing can be kept there

    /// The value of an environment variable, if it is set and not empty.
    [[nodiscard]] std::optional<std::string> variable(std::string_view name) const;
    /// Open MPI's parameter of this name, if somebody set it.
    [[nodiscard]] const Parameter* parameter(std::string_view name) const;
    /// The interface of this name, or null.
    [[nodiscard]] const Interface* interface_named(std::string_view name) const;
    /// Interfaces that are up and have an address, the loopback aside.
    [[nodiscard]] std::vector<const Interface*> usable_interfaces() const;

    template <typename Self, typename Visit>
    static void visit_fields(Self& self, const Visit& visit) {
        visit("host", self.host);
        visit("environment", self.environment);
        visit("tcp_rmem", self.tcp_rmem);
        visit("tcp_wmem", self.tcp_wmem);
        visit("core_rmem_max", self.core_rmem_max);
        visit("core_wmem_max", self.core_wmem_max);
        visit("tcp_adv_win_scale", self.tcp_adv_win_scale);
        visit("tcp_window_scaling", self.tcp_window_scaling);
        visit("tcp_moderate_rcvbuf", self.tcp_moderate_rcvbuf);
        visit("tcp_slow_start_after_idle", self.tcp_slow_start_after_idle);
        visit("congestion_control", self.congestion_control);
        visit("congestion_controls", self.congestion_controls);
        visit("first_port", self.first_port);
        visit("last_port", self.last_port);
        visit("segments_sent", self.segments_sent);
        visit("segments_sent_again", self.segments_sent_again);
        visit("interfaces", self.interfaces);
        visit("names", self.names);
        visit("processors", self.processors);
        visit("num_cores", self.num_cores);
        visit("processor_quota", self.processor_quota);
        visit("governors", self.governors);
        visit("sleep_states", self.sleep_states);
        visit("tells_frequency", self.tells_frequency);
        visit("num_ranks", self.num_ranks);
        visit("ranks_from", self.ranks_from);
        visit("world_size", self.world_size);
        visit("launched_size", self.launched_size);
        visit("parameters", self.parameters);
        visit("mpi_library", self.mpi_library);
        visit("mpi_commands", self.mpi_commands);
        visit("mpi_libraries", self.mpi_libraries);
        visit("preloaded", self.preloaded);
        visit("missing_preloads", self.missing_preloads);
        visit("has_causeway_loaded", self.has_causeway_loaded);
        visit("settings_fault", self.settings_fault);
        visit("ignored_files", self.ignored_files);
        visit("cache_folder", self.cache_folder);
        visit("cache_fault", self.cache_fault);
    }
};

/// "127.0.1.1", "::1".
[[nodiscard]] bool is_loopback_address(std::string_view address);

/// The facts of hosts, given those of the ranks of a job, in the order of their first ranks: of a host the first rank's
/// count, its ranks are counted, and its processors are those that any of them may run on.
[[nodiscard]] std::vector<Facts> facts_of_hosts(const std::vector<Facts>& ranks);

}  // namespace causeway::diagnosis
