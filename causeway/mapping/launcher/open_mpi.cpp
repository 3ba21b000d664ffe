/// Open MPI's rankfile: a line `rank 3=host slot=0` for each process, slots of a host numbered from 0.
///
/// Source: Open MPI, mpirun(1), "Rankfiles".
#include "causeway/mapping/launcher/launcher.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <unordered_map>

namespace causeway::mapping {

namespace {

std::string file_open_mpi(std::span<const std::string> hosts) {
    std::unordered_map<std::string_view, int> taken;
    std::string text;
    for (std::size_t process = 0; process < hosts.size(); ++process) {
        text += fmt::format("rank {}={} slot={}\n", process, hosts[process], taken[hosts[process]]++);
    }
    return text;
}

}  // namespace

extern constexpr Launcher open_mpi{
    .name = "open-mpi",
    .summary = "rankfile",
    .source = "mpirun(1), Rankfiles",
    .usage = "mpirun --rankfile {} ./program",
    .file = file_open_mpi,
};

}  // namespace causeway::mapping
