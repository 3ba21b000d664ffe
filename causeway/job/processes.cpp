#include "causeway/job/processes.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/clock.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace causeway::job {

namespace {

/// Frees the group.
std::vector<int> world_ranks_of(MPI_Group members) {
    MPI_Group world = MPI_GROUP_NULL;
    mpi::check(PMPI_Comm_group(MPI_COMM_WORLD, &world), "MPI_Comm_group");
    int size = 0;
    mpi::check(PMPI_Group_size(members, &size), "MPI_Group_size");
    std::vector<int> ranks(static_cast<std::size_t>(size));
    std::iota(ranks.begin(), ranks.end(), 0);
    std::vector<int> translated(ranks.size(), MPI_UNDEFINED);
    mpi::check(PMPI_Group_translate_ranks(members, size, ranks.data(), world, translated.data()),
               "MPI_Group_translate_ranks");
    mpi::check(PMPI_Group_free(&members), "MPI_Group_free");
    mpi::check(PMPI_Group_free(&world), "MPI_Group_free");
    const bool all_known = std::find(translated.begin(), translated.end(), MPI_UNDEFINED) == translated.end();
    return all_known ? translated : std::vector<int>{};
}

}  // namespace

std::vector<int> world_ranks(MPI_Comm comm) {
    MPI_Group members = MPI_GROUP_NULL;
    mpi::check(PMPI_Comm_group(comm, &members), "MPI_Comm_group");
    return world_ranks_of(members);
}

std::vector<int> remote_world_ranks(MPI_Comm inter) {
    MPI_Group members = MPI_GROUP_NULL;
    mpi::check(PMPI_Comm_remote_group(inter, &members), "MPI_Comm_remote_group");
    return world_ranks_of(members);
}

int num_parents() {
    if (probe::kTimeIsSimulated) {
        return 0;  // SMPI starts no processes out of others, and ends a program that asks
    }
    MPI_Comm parents = MPI_COMM_NULL;
    mpi::check(PMPI_Comm_get_parent(&parents), "MPI_Comm_get_parent");
    int number = 0;
    if (parents != MPI_COMM_NULL) {
        mpi::check(PMPI_Comm_remote_size(parents, &number), "MPI_Comm_remote_size");
    }
    return number;
}

std::optional<Processes> processes_of(const Job& job, MPI_Comm comm) {
    int is_inter = 0;
    mpi::check(PMPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter");
    if (is_inter != 0 || mpi::size_of(comm) == 1) {
        return std::nullopt;
    }
    Processes processes;
    processes.members = world_ranks(comm);
    for (const int member : processes.members) {
        processes.host_names.push_back(job.host_names[static_cast<std::size_t>(member)]);
    }
    if (processes.members.empty()) {
        return std::nullopt;
    }
    auto placement = platform::placement_of(*job.facts.first(), processes.host_names);
    if (!placement || placement->num_hosts() == 1) {
        return std::nullopt;
    }
    processes.placement = std::move(*placement);
    for (const int member : job.nodes.empty() ? std::vector<int>{} : processes.members) {
        processes.placement.node_of.push_back(job.nodes[static_cast<std::size_t>(member)]);
    }
    processes.rank = mpi::rank_of(comm);
    return processes;
}

}  // namespace causeway::job
