/// Names of hosts that do not resolve, or to an address that others cannot reach.
///
/// MPICH's processes tell each other the address that their host's name stands for; launchers start daemons by name.
/// With "127.0.1.1 NAME" in /etc/hosts, as Debian's installer writes it, a host tells others to connect to themselves.
///
/// Source: Debian Reference, section 5.1.1 (the hostname resolution); hosts(5); MPICH installer's guide, "Common
/// problems": hosts must resolve each other's names.
#include "causeway/diagnosis/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::diagnosis {

namespace {

std::string own_address(const Facts& host) {
    const auto usable = host.usable_interfaces();
    return usable.empty() ? "no address" : usable.front()->addresses.front();
}

Look look_at_host_names(const Facts& host, const Job& job) {
    if (host.names.empty() || host.names.front().name.empty()) {
        return {.not_checked = "the host does not say its name"};
    }
    const Severity severity = job.hosts.size() > 1 ? Severity::kProblem : Severity::kHint;
    Look look;
    const std::string own = own_address(host);
    for (const ResolvedName& name : host.names) {
        const bool is_own = &name == &host.names.front();
        const std::string whose = is_own ? "the host's own name" : fmt::format("the name of {}", name.name);
        const std::string line = is_own ? "echo \"$(hostname -I | cut -d' ' -f1) $(hostname)\" >> /etc/hosts"
                                        : fmt::format("echo 'ADDRESS {}' >> /etc/hosts", name.name);
        const bool leads_home =
            !name.addresses.empty() && std::all_of(name.addresses.begin(), name.addresses.end(),
                                                   [](const std::string& one) { return is_loopback_address(one); });
        if (name.addresses.empty()) {
            look.findings.push_back({severity, fmt::format("{} does not resolve", whose),
                                     fmt::format("'{}': {}; this host has {}", name.name, name.fault, own),
                                     line + "   (on every host, or in the DNS)"});
        } else if (leads_home && !host.usable_interfaces().empty()) {
            look.findings.push_back(
                {severity, fmt::format("{} stands for a loopback address", whose),
                 fmt::format("'{}' is {}, and this host has {}: processes on other hosts that are told the former "
                             "connect to themselves",
                             name.name, fmt::join(name.addresses, ", "), own),
                 fmt::format("take the name out of the line of {} in /etc/hosts; then: {}", name.addresses.front(),
                             line)});
        }
    }
    return look;
}

}  // namespace

extern constexpr Check host_names{
    .name = "host_names",
    .summary = "names of the job's hosts: whether they resolve, and not to a loopback address",
    .source = "hosts(5); Debian Reference 5.1.1; MPICH installer's guide",
    .at_host = look_at_host_names,
};

}  // namespace causeway::diagnosis
