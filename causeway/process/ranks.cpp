#include "causeway/process/ranks.hpp"

#include <array>
#include <cstdlib>
#include <cstring>

namespace causeway::process {

namespace {

/// A variable by which a launcher tells a process its rank.
struct RankVariable {
    const char* name;
    const char* mpi;  ///< the library that the process is started for; null: any, or none
};

/// Where several are set, the first that is counts.
constexpr std::array kRankVariables{
    RankVariable{"OMPI_COMM_WORLD_RANK", "openmpi"},  // Open MPI's own launcher
    RankVariable{"PMIX_RANK", "openmpi"},             // PMIx in others: Slurm's
    RankVariable{"PMI_RANK", "mpich"},                // Hydra, MPICH's and Intel's; Slurm's with PMI 2
    RankVariable{"SLURM_PROCID", nullptr},
};

}  // namespace

bool is_launched_for(const char* mpi) noexcept {
    for (const RankVariable& variable : kRankVariables) {
        if (variable.mpi != nullptr && std::strcmp(variable.mpi, mpi) == 0 && std::getenv(variable.name) != nullptr) {
            return true;
        }
    }
    return false;
}

bool is_launched() noexcept {
    for (const RankVariable& variable : kRankVariables) {
        if (variable.mpi != nullptr && std::getenv(variable.name) != nullptr) {
            return true;
        }
    }
    return false;
}

bool may_speak() noexcept {
    for (const RankVariable& variable : kRankVariables) {
        if (const char* rank = std::getenv(variable.name)) {
            return std::strcmp(rank, "0") == 0;
        }
    }
    return true;
}

}  // namespace causeway::process
