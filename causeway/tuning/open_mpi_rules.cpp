#include "causeway/tuning/open_mpi_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <vector>

namespace causeway::tuning {

namespace {

/// What Open MPI knows a collective by.
struct OpenMpiCollective {
    std::string_view name;
    int id = 0;             ///< coll/base, enum COLLTYPE
    bool is_total = false;  ///< whether rules go by the data of all processes together
};

/// Scans are missing: there rules are not looked up by the size of the data (4.1.4).
constexpr std::array kOpenMpiCollectives{
    OpenMpiCollective{"allgather", 0, true}, OpenMpiCollective{"allreduce", 2},
    OpenMpiCollective{"alltoall", 3, true},  OpenMpiCollective{"barrier", 6},
    OpenMpiCollective{"bcast", 7},           OpenMpiCollective{"gather", 9, true},
    OpenMpiCollective{"reduce", 11},         OpenMpiCollective{"reduce_scatter_block", 13, true},
    OpenMpiCollective{"scatter", 15, true},
};

const OpenMpiCollective* find_open_mpi(std::string_view collective) {
    const auto* const found = std::find_if(kOpenMpiCollectives.begin(), kOpenMpiCollectives.end(),
                                           [&](const OpenMpiCollective& one) { return one.name == collective; });
    return found == kOpenMpiCollectives.end() ? nullptr : found;
}

/// The communicators of the file, ascending: those measured, and gaps that are left to Open MPI, as a rule counts for
/// all larger communicators up to that of the next.
std::vector<ProcessesChoices> without_gaps(const std::vector<ProcessesChoices>& measured) {
    const std::vector<SizeChoice> own{{Bytes(0), Choice{}}};
    std::vector<ProcessesChoices> all{{0, own}};
    for (const ProcessesChoices& one : measured) {
        if (all.back().processes == one.processes) {
            all.pop_back();
        }
        all.push_back(one);
        all.push_back({one.processes + 1, own});
    }
    return all;
}

}  // namespace

bool has_open_mpi_rules(std::string_view collective) {
    return find_open_mpi(collective) != nullptr;
}

std::string open_mpi_rules(std::span<const CollectiveChoices> choices, int version) {
    std::string text = version > 1 ? fmt::format("rule-file-version-{}\n", version) : std::string();
    const auto line = [&text](std::int64_t number, const std::string& meaning) {
        fmt::format_to(std::back_inserter(text), "{} # {}\n", number, meaning);
    };
    const std::string requests = version > 1 ? " 0" : "";
    line(std::ssize(choices), "collectives, measured by causeway tune");
    for (const CollectiveChoices& one : choices) {
        const OpenMpiCollective& collective = *find_open_mpi(one.collective);
        const std::vector<ProcessesChoices> communicators = without_gaps(one.communicators);
        line(collective.id, one.collective);
        line(std::ssize(communicators), "sizes of communicators");
        for (const ProcessesChoices& communicator : communicators) {
            line(communicator.processes, "processes and more");
            line(std::ssize(communicator.sizes), "sizes of messages");
            const int parts = collective.is_total ? communicator.processes : 1;
            for (const SizeChoice& size : communicator.sizes) {
                const Choice& choice = size.choice;
                fmt::format_to(std::back_inserter(text), "{} {} {} {}{} # {}\n", parts * size.from.value(),
                               choice.algorithm, choice.fanout, choice.segment.value(), requests,
                               choice.is_left_to_library() ? "as Open MPI decides" : choice.name);
            }
        }
    }
    return text;
}

}  // namespace causeway::tuning
