/// The C functions of MPI that make communicators whose ranks may be reordered, or say what ranks would be.
#include "causeway/reordering/reordering.hpp"

#include <mpi.h>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

CAUSEWAY_EXPORT int MPI_Cart_create(MPI_Comm comm, int num_sides, const int sides[], const int is_periodic[],
                                    int reorder, MPI_Comm* grid) {
    return causeway::reordering::create_grid(comm, num_sides, sides, is_periodic, reorder, grid);
}

CAUSEWAY_EXPORT int MPI_Cart_map(MPI_Comm comm, int num_sides, const int sides[], const int is_periodic[],
                                 int* new_rank) {
    return causeway::reordering::rank_in_grid(comm, num_sides, sides, is_periodic, new_rank);
}

CAUSEWAY_EXPORT int MPI_Dist_graph_create(MPI_Comm comm, int num_sources, const int sources[], const int degrees[],
                                          const int destinations[], const int weights[], MPI_Info info, int reorder,
                                          MPI_Comm* graph) {
    return causeway::reordering::create_graph(comm, {num_sources, sources, degrees, destinations, weights}, info,
                                              reorder, graph);
}

CAUSEWAY_EXPORT int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int num_sources, const int sources[],
                                                   const int source_weights[], int num_destinations,
                                                   const int destinations[], const int destination_weights[],
                                                   MPI_Info info, int reorder, MPI_Comm* graph) {
    return causeway::reordering::create_adjacent_graph(comm, {num_sources, sources, source_weights},
                                                       {num_destinations, destinations, destination_weights}, info,
                                                       reorder, graph);
}
