/// MPICH's hostfile: `host:n` lines, whose slots processes take in order; neighbours on one host share a line.
///
/// Source: MPICH, "Using the Hydra Process Manager", host files.
#include "causeway/mapping/launcher/launcher.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace causeway::mapping {

namespace {

std::string file_mpich(std::span<const std::string> hosts) {
    std::string text;
    for (std::size_t first = 0; first < hosts.size();) {
        std::size_t end = first + 1;
        while (end < hosts.size() && hosts[end] == hosts[first]) {
            ++end;
        }
        text += fmt::format("{}:{}\n", hosts[first], end - first);
        first = end;
    }
    return text;
}

}  // namespace

extern constexpr Launcher mpich{
    .name = "mpich",
    .summary = "hostfile of Hydra",
    .source = "MPICH, Using the Hydra Process Manager",
    .usage = "mpiexec -f {} -n PROCESSES ./program",
    .file = file_mpich,
};

}  // namespace causeway::mapping
