#include "causeway/mpi/host_identity.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/mpi/library.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <utility>

#include <unistd.h>

namespace causeway::mpi {

namespace {

/// "net:[4026531840]"; empty where there is no such thing.
std::string network_namespace() {
    std::array<char, 64> text{};
    const ssize_t length = ::readlink("/proc/self/ns/net", text.data(), text.size());
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(0, length))};
}

/// Shorter names first, then by alphabet.
bool is_plainer(const std::string& name, const std::string& other) {
    return name.size() != other.size() ? name.size() < other.size() : name < other;
}

}  // namespace

std::string boot_id() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

HostMark own_host_mark() {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    check(PMPI_Get_processor_name(name.data(), &length), "MPI_Get_processor_name");
    HostMark mark{.name = {name.data(), static_cast<std::size_t>(length)}, .identity = {}, .boot = {}};
    const bool is_simulated = library_version().find("SMPI") != std::string::npos;
    mark.boot = boot_id();
    if (!is_simulated && !mark.boot.empty()) {
        mark.identity = mark.boot + " " + network_namespace();
    }
    return mark;
}

std::string text_of(const HostMark& mark) {
    return mark.name + '\n' + mark.identity + '\n' + mark.boot;
}

HostMark host_mark_from(const std::string& text) {
    const std::size_t first = text.find('\n');
    const std::size_t second = text.find('\n', first + 1);
    return {.name = text.substr(0, first),
            .identity = text.substr(first + 1, second - first - 1),
            .boot = text.substr(second + 1)};
}

std::vector<std::string> names_of_hosts(const std::vector<HostMark>& marks) {
    // A host is its identity, or where that is not known its name; a mark of either kind is never one of the other.
    const auto host_of = [](const HostMark& mark) {
        return mark.identity.empty() ? std::pair(mark.name, false) : std::pair(mark.identity, true);
    };
    std::map<std::pair<std::string, bool>, std::string> name_of_host;
    for (const HostMark& mark : marks) {
        const auto [entry, is_new] = name_of_host.emplace(host_of(mark), mark.name);
        if (!is_new && is_plainer(mark.name, entry->second)) {
            entry->second = mark.name;
        }
    }
    std::map<std::string, int> times_used;
    std::set<std::string> taken;
    for (const auto& [host, name] : name_of_host) {
        taken.insert(name);
    }
    for (auto& [host, name] : name_of_host) {
        const std::string plain = name;
        for (int number = ++times_used[plain]; number > 1; number = ++times_used[plain]) {
            name = fmt::format("{}#{}", plain, number);
            if (taken.insert(name).second) {
                break;
            }
        }
    }
    std::vector<std::string> names;
    names.reserve(marks.size());
    for (const HostMark& mark : marks) {
        names.push_back(name_of_host.at(host_of(mark)));
    }
    return names;
}

bool share_one_kernel(const std::vector<HostMark>& marks) {
    return !marks.front().boot.empty() &&
           std::ranges::all_of(marks, [&](const HostMark& mark) { return mark.boot == marks.front().boot; });
}

}  // namespace causeway::mpi
