/// The interfaces that MPI is told to use, or is not.
///
/// Open MPI's TCP transport opens connections over every interface that is up and believes that hosts reach each other
/// over all of them; with bridges of containers, which have the same address everywhere, they do not. An interface that
/// is named and not there leaves a job without TCP, or makes it end.
///
/// Source: Open MPI's FAQ, "How do I tell Open MPI which IP interfaces / networks to use?" (btl_tcp_if_include,
/// btl_tcp_if_exclude, oob_tcp_if_include); MPICH, mpiexec -iface (HYDRA_IFACE), libfabric fi_tcp(7) (FI_TCP_IFACE);
/// UCX, UCX_NET_DEVICES; Linux Documentation/ABI/testing/sysfs-class-net (speed, in Mbit/s).
#include "causeway/diagnosis/check/check.hpp"

#include "causeway/base/comma_list.hpp"
#include "causeway/base/number.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace causeway::diagnosis {

namespace {

/// Where an interface is named, and how it is named right.
struct Choice {
    std::string name;  ///< the parameter or variable, as it was set
    std::string value;
    std::string remedy;  ///< "mpirun --mca btl_tcp_if_include {} ..."
    bool carries_data = true;
};

constexpr std::array<std::string_view, 4> kVariables{"HYDRA_IFACE", "FI_TCP_IFACE", "FI_SOCKETS_IFACE",
                                                     "UCX_NET_DEVICES"};

std::vector<Choice> choices_of(const Facts& host) {
    std::vector<Choice> choices;
    for (const char* name : {"btl_tcp_if_include", "oob_tcp_if_include"}) {
        if (const Parameter* parameter = host.parameter(name)) {
            choices.push_back({parameter->origin.starts_with("OMPI_MCA_")
                                   ? std::string(name)
                                   : fmt::format("{} ({})", name, parameter->origin),
                               parameter->value, fmt::format("mpirun --mca {} {{}} ...", name),
                               std::string_view(name).starts_with("btl")});
        }
    }
    for (const std::string_view name : kVariables) {
        if (const auto value = host.variable(name)) {
            choices.push_back({std::string(name), *value,
                               name == "HYDRA_IFACE" ? "mpiexec -iface {} ..." : fmt::format("export {}={{}}", name)});
        }
    }
    return choices;
}

std::optional<std::uint32_t> number_of_address(std::string_view text) {
    std::uint32_t number = 0;
    for (int part = 0; part < 4; ++part) {
        const std::size_t end = std::min(text.find('.'), text.size());
        const auto value = base::number_in<std::uint8_t>(text.substr(0, end));
        if (!value || (part < 3) != (end < text.size())) {
            return std::nullopt;
        }
        number = number * 256 + *value;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return number;
}

/// Whether an address is in a network such as "10.1.0.0/16".
bool is_in_network(const std::string& address, std::string_view network) {
    constexpr unsigned kBits = 32;
    const std::size_t slash = network.find('/');
    const auto number = number_of_address(address);
    const auto wanted = number_of_address(network.substr(0, slash));
    const auto bits = base::number_in<unsigned>(network.substr(slash + 1));
    if (!number || !wanted || !bits || *bits > kBits) {
        return false;
    }
    return *bits == 0 || ((*number ^ *wanted) >> (kBits - *bits)) == 0;
}

/// The interfaces that a word of a choice means.
std::vector<const Interface*> named_by(const Facts& host, const std::string& word) {
    std::vector<const Interface*> result;
    for (const Interface& one : host.interfaces) {
        const bool is_network = word.find('/') != std::string::npos;
        if (is_network ? std::any_of(one.addresses.begin(), one.addresses.end(),
                                     [&](const std::string& address) { return is_in_network(address, word); })
                       : one.name == word) {
            result.push_back(&one);
        }
    }
    return result;
}

std::string interface_list(const Facts& host) {
    std::vector<std::string> texts;
    for (const Interface* one : host.usable_interfaces()) {
        texts.push_back(one->is_physical && one->rate
                            ? fmt::format("{} {} ({})", one->name, one->addresses.front(), base::to_text(*one->rate))
                            : fmt::format("{} {}", one->name, one->addresses.front()));
    }
    return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
}

/// The fastest of those that are up and have a device behind them, if it is known how fast they are.
const Interface* fastest_of(const std::vector<const Interface*>& interfaces) {
    const Interface* fastest = nullptr;
    for (const Interface* one : interfaces) {
        if (one->is_up && one->is_physical && one->rate && (fastest == nullptr || *one->rate > *fastest->rate)) {
            fastest = one;
        }
    }
    return fastest;
}

void judge_choice(const Facts& host, const Choice& choice, std::vector<Finding>& findings) {
    const std::vector<const Interface*> usable = host.usable_interfaces();
    const Interface* fastest = fastest_of(usable);
    const std::string better = fastest != nullptr ? fastest->name : usable.empty() ? "INTERFACE" : usable.front()->name;
    const std::string remedy = fmt::format(fmt::runtime(choice.remedy), better);
    std::vector<const Interface*> chosen;
    for (const std::string& word : base::entries_of(choice.value)) {
        if (word.empty() || word == "all" || word.find(':') != std::string::npos) {
            continue;  // UCX: all; InfiniBand's "mlx5_0:1"
        }
        const std::vector<const Interface*> named = named_by(host, word);
        chosen.insert(chosen.end(), named.begin(), named.end());
        if (named.empty() ||
            std::none_of(named.begin(), named.end(), [](const Interface* one) { return one->is_up; })) {
            findings.push_back(
                {Severity::kProblem,
                 fmt::format("{} names '{}', which {}", choice.name, word, named.empty() ? "is not there" : "is down"),
                 fmt::format("up, with an address: {}", interface_list(host)), remedy});
        }
    }
    const Interface* taken = fastest_of(chosen);
    if (choice.carries_data && taken != nullptr && fastest != nullptr && *taken->rate < *fastest->rate) {
        findings.push_back({Severity::kProblem,
                            fmt::format("{} names '{}', and '{}' is faster", choice.name, taken->name, fastest->name),
                            fmt::format("{} has {}, {} has {}", taken->name, base::to_text(*taken->rate), fastest->name,
                                        base::to_text(*fastest->rate)),
                            remedy});
    }
}

Look look_at_interfaces(const Facts& host, const Job& /*job*/) {
    if (host.interfaces.empty()) {
        return {.not_checked = "/sys/class/net cannot be read"};
    }
    Look look;
    const std::vector<Choice> choices = choices_of(host);
    for (const Choice& choice : choices) {
        judge_choice(host, choice, look.findings);
    }
    const bool is_chosen =
        std::any_of(choices.begin(), choices.end(), [](const Choice& one) { return one.carries_data; }) ||
        host.parameter("btl_tcp_if_exclude") != nullptr;
    const std::vector<const Interface*> usable = host.usable_interfaces();
    if (!is_chosen && usable.size() > 1) {
        const Interface* fastest = fastest_of(usable);
        const std::string name = fastest != nullptr ? fastest->name : usable.front()->name;
        look.findings.push_back(
            {Severity::kHint, "several interfaces, and MPI is not told which to use",
             fmt::format("up, with an address: {}", interface_list(host)),
             fmt::format(
                 "mpirun --mca btl_tcp_if_include {0} --mca oob_tcp_if_include {0} ...   (MPICH: mpiexec -iface {0})",
                 name)});
    }
    return look;
}

/// Addresses that several hosts have: a host that is to connect to another's connects to itself.
std::vector<Check::AcrossHosts> same_addresses(const Job& job) {
    std::map<std::string, std::vector<std::string>> hosts_with;  // [interface address]
    for (const Facts& host : job.hosts) {
        const Parameter* include = host.parameter("btl_tcp_if_include");
        for (const Interface* one : host.usable_interfaces()) {
            if (include == nullptr) {
                hosts_with[one->name + " " + one->addresses.front()].push_back(host.host);
            }
        }
    }
    std::vector<Check::AcrossHosts> result;
    for (const auto& [interface, hosts] : hosts_with) {
        if (hosts.size() > 1) {
            const std::string name = interface.substr(0, interface.find(' '));
            result.push_back(
                {{Severity::kProblem, fmt::format("hosts have the same address on '{}'", name),
                  fmt::format("{} on {} and {}", interface.substr(name.size() + 1), hosts[0], hosts[1]),
                  fmt::format("mpirun --mca btl_tcp_if_exclude lo,{0} --mca oob_tcp_if_exclude lo,{0} ...", name)},
                 hosts});
        }
    }
    return result;
}

}  // namespace

extern constexpr Check interfaces{
    .name = "interfaces",
    .summary = "interfaces that MPI is told to use: there, up, the fastest; several without a choice; equal addresses",
    .source = "Open MPI's FAQ on TCP; MPICH mpiexec -iface; UCX_NET_DEVICES",
    .at_host = look_at_interfaces,
    .across = same_addresses,
};

}  // namespace causeway::diagnosis
