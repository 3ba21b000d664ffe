/// Slurm's host file for an arbitrary distribution: a line with the host of each process.
///
/// Source: Slurm, srun(1), --distribution=arbitrary and SLURM_HOSTFILE.
#include "causeway/mapping/launcher/launcher.hpp"

#include <fmt/format.h>

namespace causeway::mapping {

namespace {

std::string file_slurm(std::span<const std::string> hosts) {
    return fmt::format("{}\n", fmt::join(hosts, "\n"));
}

}  // namespace

extern constexpr Launcher slurm{
    .name = "slurm",
    .summary = "host file",
    .source = "srun(1), --distribution=arbitrary",
    .usage = "SLURM_HOSTFILE={} srun --distribution=arbitrary ./program",
    .file = file_slurm,
};

}  // namespace causeway::mapping
