/// Ports that processes need and do not get.
///
/// Each process listens on one port for its peers, and with Open MPI on another for what is out of band: 2 a process.
/// Where they come from is net.ipv4.ip_local_port_range, unless a range is set: btl_tcp_port_range_v4 ports from
/// btl_tcp_port_min_v4 on (Open MPI), MPIR_CVAR_CH3_PORT_RANGE or MPIEXEC_PORT_RANGE, LOW:HIGH (MPICH). Whether a port
/// that listens can be reached is tried at the own address of each interface: more than that is seen only from another
/// host, and there by MPI itself.
///
/// Source: Linux ip-sysctl.rst (ip_local_port_range); ompi_info --param btl tcp; MPICH's README.envvar.
#include "causeway/diagnosis/check/check.hpp"

#include "causeway/base/number.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace causeway::diagnosis {

namespace {

constexpr std::int64_t kPortsOfProcess = 2;

/// Processes that there are here, or that there are to be.
std::int64_t processes_on(const Facts& host) {
    return host.num_ranks > 0 ? host.num_ranks : static_cast<std::int64_t>(host.processors.size());
}

void judge_ranges(const Facts& host, std::vector<Finding>& findings) {
    const std::int64_t processes = processes_on(host);
    if (const Parameter* range = host.parameter("btl_tcp_port_range_v4")) {
        const auto ports = base::number_in<std::int64_t>(range->value);
        if (ports && *ports < processes) {
            findings.push_back({Severity::kProblem, "Open MPI has fewer ports than processes",
                                fmt::format("btl_tcp_port_range_v4 = {} ({}), {} processes on this host", *ports,
                                            range->origin, processes),
                                fmt::format("mpirun --mca btl_tcp_port_range_v4 {} ...", processes)});
        }
    }
    for (const char* name : {"MPIR_CVAR_CH3_PORT_RANGE", "MPICH_PORT_RANGE", "MPIEXEC_PORT_RANGE"}) {
        const std::string text = host.variable(name).value_or("");
        const std::size_t colon = text.find(':');
        const auto low = base::number_in<std::int64_t>(std::string_view(text).substr(0, colon));
        const auto high = colon == std::string::npos
                              ? std::nullopt
                              : base::number_in<std::int64_t>(std::string_view(text).substr(colon + 1));
        if (low && high && *high - *low + 1 < processes) {
            findings.push_back(
                {Severity::kProblem, fmt::format("{} has fewer ports than processes", name),
                 fmt::format("{}={}: {} ports, {} processes on this host", name, text, *high - *low + 1, processes),
                 fmt::format("export {}={}:{}", name, *low, *low + kPortsOfProcess * processes - 1)});
        }
    }
}

Look look_at_ports(const Facts& host, const Job& /*job*/) {
    Look look;
    judge_ranges(host, look.findings);
    for (const Interface& one : host.interfaces) {
        if (one.refusal) {
            look.findings.push_back(
                {Severity::kProblem, fmt::format("'{}' refuses connections to its own address", one.name),
                 fmt::format("listening at {} and connecting to it: {}",
                             one.addresses.empty() ? "its address" : one.addresses.front(), *one.refusal),
                 "nft list ruleset; iptables -S   (find the rule that drops it)"});
        }
    }
    if (!host.first_port || !host.last_port) {
        look.not_checked = "net.ipv4.ip_local_port_range cannot be read";
        return look;
    }
    const std::int64_t ports = *host.last_port - *host.first_port + 1;
    const std::int64_t needed = kPortsOfProcess * processes_on(host);
    if (ports < needed) {
        look.findings.push_back(
            {Severity::kProblem, "the range of local ports is too small",
             fmt::format("net.ipv4.ip_local_port_range: {} {}, {} ports; {} processes listen on {} each",
                         *host.first_port, *host.last_port, ports, processes_on(host), kPortsOfProcess),
             "sysctl -w net.ipv4.ip_local_port_range='32768 60999'   (the kernel's usual range)"});
    }
    return look;
}

}  // namespace

extern constexpr Check ports{
    .name = "ports",
    .summary = "ranges of ports against the processes that listen; whether each interface takes connections to itself",
    .source = "Linux ip-sysctl.rst; Open MPI's btl_tcp_port_min_v4, btl_tcp_port_range_v4; MPICH's README.envvar",
    .at_host = look_at_ports,
};

}  // namespace causeway::diagnosis
