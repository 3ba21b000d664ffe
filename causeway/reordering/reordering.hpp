/// MPI_Cart_create and MPI_Dist_graph_create(_adjacent) with reorder: processes that talk get ranks on hosts that are
/// near; and MPI_Cart_map, which says what MPI_Cart_create would do. (MPI_Graph_create and MPI_Graph_map are the MPI
/// library's own, both.)
///
/// The new communicator has the processes, the topology and the semantics that the MPI library's own would have; only
/// which process has which rank differs, as the program has allowed. It differs only where the model expects less time
/// for the announced traffic (topology_traffic.hpp) than with ranks as they are, whatever the sizes of messages are
/// that nothing tells. Rank 0 of the communicator decides and tells the others; a decision follows from the arguments,
/// the hosts, the platform and the trace that the job began with alone, so that any process can find out by itself.
/// Arguments that are not valid, intercommunicators, and jobs without a platform are left to the MPI library.
#pragma once

#include "causeway/job/told_events.hpp"

#include <mpi.h>

#include <string>

namespace causeway::reordering {

/// As MPI_Cart_create. Collective over `comm`. Never throws.
int create_grid(MPI_Comm comm, int num_sides, const int sides[], const int is_periodic[], int reorder,
                MPI_Comm* grid) noexcept;

/// As MPI_Cart_map: the rank that `create_grid` with reorder gives this process, MPI_UNDEFINED if none. Local. Never
/// throws.
int rank_in_grid(MPI_Comm comm, int num_sides, const int sides[], const int is_periodic[], int* new_rank) noexcept;

/// The arguments that describe a graph in MPI_Dist_graph_create.
struct GraphPart {
    int num_sources = 0;
    const int* sources = nullptr;
    const int* degrees = nullptr;
    const int* destinations = nullptr;
    const int* weights = nullptr;
};

/// As MPI_Dist_graph_create. Collective over `comm`. Never throws.
int create_graph(MPI_Comm comm, const GraphPart& part, MPI_Info info, int reorder, MPI_Comm* graph) noexcept;

/// The arguments that describe a process's neighbours one way in MPI_Dist_graph_create_adjacent.
struct Neighbours {
    int count = 0;
    const int* ranks = nullptr;
    const int* weights = nullptr;
};

/// As MPI_Dist_graph_create_adjacent. A process that names its neighbours gets those of its new rank, as the standard
/// has it; but programs keep the ones that they have named, also where they let ranks be reordered, as MPI libraries
/// leave these graphs as they are. So they are reordered only in a job that was given a trace to order ranks by.
/// Collective over `comm`. Never throws.
int create_adjacent_graph(MPI_Comm comm, const Neighbours& sources, const Neighbours& destinations, MPI_Info info,
                          int reorder, MPI_Comm* graph) noexcept;

/// What was done for one new communicator.
struct Reordering {
    std::string topology;  ///< "grid of 4 x 3", "graph of 12 processes"
    int processes = 0;
    int moved = 0;                ///< processes with a new rank; 0: ranks are as good as they are
    double seconds_before = 0.0;  ///< of the announced traffic, by the model; of messages of the middle size considered
    double seconds_after = 0.0;
};

/// Those that this process decided, as rank 0 of the communicator.
[[nodiscard]] job::ToldEvents<Reordering>& reorderings();

}  // namespace causeway::reordering
