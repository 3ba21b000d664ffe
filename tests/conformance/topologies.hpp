/// The communicators with topologies that the suite's neighbourhood collectives go over.
#pragma once

#include <mpi.h>

#include <string>
#include <string_view>
#include <vector>

namespace conformance {

/// A communicator with a topology, as this process has it.
struct Topology {
    std::string name;
    MPI_Comm comm = MPI_COMM_NULL;
    int rank = 0;
    std::vector<int> sources;       ///< MPI_PROC_NULL where there is nobody
    std::vector<int> destinations;  ///< likewise
    bool is_balanced = true;        ///< as many places come as leave, at every process
};

/// The name of one that has none.
inline constexpr std::string_view kWithout = "no topology";

/// Of all processes: grids, graphs, and edges that lead one way, some at random. Collective over MPI_COMM_WORLD.
std::vector<Topology> all_topologies(int first_seed);

}  // namespace conformance
