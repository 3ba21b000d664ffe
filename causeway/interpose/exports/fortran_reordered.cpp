/// The Fortran functions of MPI that make communicators whose ranks may be reordered. The Fortran bindings of MPICH
/// call the C functions, which are ours already, but for `mpi_f08`; those of Open MPI do not.
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/exports/fortran_names.hpp"

#include <mpi.h>

#include <vector>

namespace {

using causeway::interpose::FortranConstant;
using causeway::interpose::FortranName;

/// .false. is 0 for all compilers; what else is, is true.
int truth(MPI_Fint logical) {
    return logical != 0 ? 1 : 0;
}

/// Weights of C: Fortran has constants of its own.
int* weights_of(int* weights) {
#ifdef OPEN_MPI
    static constinit FortranConstant unweighted({"mpi_fortran_unweighted", "MPI_FORTRAN_UNWEIGHTED"});
    static constinit FortranConstant empty({"mpi_fortran_weights_empty", "MPI_FORTRAN_WEIGHTS_EMPTY"});
#else
    static constinit FortranConstant unweighted(FortranName("__mpi_f08_link_constants_MOD_mpi_unweighted"));
    static constinit FortranConstant empty(FortranName("__mpi_f08_link_constants_MOD_mpi_weights_empty"));
#endif
    if (unweighted.is(weights)) {
        return MPI_UNWEIGHTED;
    }
    return empty.is(weights) ? MPI_WEIGHTS_EMPTY : weights;
}

/// What a Fortran function gives back; `error` is optional in mpi_f08.
void deliver(MPI_Comm made, int code, MPI_Fint* comm, MPI_Fint* error) {
    *comm = PMPI_Comm_c2f(made);
    if (error != nullptr) {
        *error = code;
    }
}

std::vector<int> truths(const MPI_Fint* count, const MPI_Fint* logicals) {
    std::vector<int> result;
    for (int i = 0; i < *count; ++i) {
        result.push_back(truth(logicals[i]));
    }
    return result;
}

void create_grid(const MPI_Fint* comm, const MPI_Fint* num_sides, const MPI_Fint* sides, const MPI_Fint* is_periodic,
                 const MPI_Fint* reorder, MPI_Fint* grid, MPI_Fint* error) {
    MPI_Comm made = MPI_COMM_NULL;
    const int code = MPI_Cart_create(PMPI_Comm_f2c(*comm), *num_sides, sides, truths(num_sides, is_periodic).data(),
                                     truth(*reorder), &made);
    deliver(made, code, grid, error);
}

void map_grid(const MPI_Fint* comm, const MPI_Fint* num_sides, const MPI_Fint* sides, const MPI_Fint* is_periodic,
              MPI_Fint* new_rank, MPI_Fint* error) {
    const int code =
        MPI_Cart_map(PMPI_Comm_f2c(*comm), *num_sides, sides, truths(num_sides, is_periodic).data(), new_rank);
    if (error != nullptr) {
        *error = code;
    }
}

}  // namespace

CAUSEWAY_EXPORT void mpi_cart_create_f08_(MPI_Fint* comm, MPI_Fint* num_sides, MPI_Fint* sides, MPI_Fint* is_periodic,
                                          MPI_Fint* reorder, MPI_Fint* grid, MPI_Fint* error) {
    create_grid(comm, num_sides, sides, is_periodic, reorder, grid, error);
}

CAUSEWAY_EXPORT void mpi_cart_map_f08_(MPI_Fint* comm, MPI_Fint* num_sides, MPI_Fint* sides, MPI_Fint* is_periodic,
                                       MPI_Fint* new_rank, MPI_Fint* error) {
    map_grid(comm, num_sides, sides, is_periodic, new_rank, error);
}

CAUSEWAY_EXPORT void mpi_dist_graph_create_f08_(MPI_Fint* comm, MPI_Fint* num_sources, MPI_Fint* sources,
                                                MPI_Fint* degrees, MPI_Fint* destinations, MPI_Fint* weights,
                                                MPI_Fint* info, MPI_Fint* reorder, MPI_Fint* graph, MPI_Fint* error) {
    MPI_Comm made = MPI_COMM_NULL;
    const int code = MPI_Dist_graph_create(PMPI_Comm_f2c(*comm), *num_sources, sources, degrees, destinations,
                                           weights_of(weights), PMPI_Info_f2c(*info), truth(*reorder), &made);
    deliver(made, code, graph, error);
}

CAUSEWAY_EXPORT void mpi_dist_graph_create_adjacent_f08_(MPI_Fint* comm, MPI_Fint* num_sources, MPI_Fint* sources,
                                                         MPI_Fint* source_weights, MPI_Fint* num_destinations,
                                                         MPI_Fint* destinations, MPI_Fint* destination_weights,
                                                         MPI_Fint* info, MPI_Fint* reorder, MPI_Fint* graph,
                                                         MPI_Fint* error) {
    MPI_Comm made = MPI_COMM_NULL;
    const int code = MPI_Dist_graph_create_adjacent(
        PMPI_Comm_f2c(*comm), *num_sources, sources, weights_of(source_weights), *num_destinations, destinations,
        weights_of(destination_weights), PMPI_Info_f2c(*info), truth(*reorder), &made);
    deliver(made, code, graph, error);
}

#ifdef OPEN_MPI

CAUSEWAY_EXPORT void mpi_cart_create_(MPI_Fint* comm, MPI_Fint* num_sides, MPI_Fint* sides, MPI_Fint* is_periodic,
                                      MPI_Fint* reorder, MPI_Fint* grid, MPI_Fint* error) {
    create_grid(comm, num_sides, sides, is_periodic, reorder, grid, error);
}
CAUSEWAY_FORTRAN_SPELLINGS(cart_create, CART_CREATE)

CAUSEWAY_EXPORT void mpi_cart_map_(MPI_Fint* comm, MPI_Fint* num_sides, MPI_Fint* sides, MPI_Fint* is_periodic,
                                   MPI_Fint* new_rank, MPI_Fint* error) {
    map_grid(comm, num_sides, sides, is_periodic, new_rank, error);
}
CAUSEWAY_FORTRAN_SPELLINGS(cart_map, CART_MAP)

extern "C"
    __attribute__((visibility("default"),
                   alias("mpi_dist_graph_create_f08_"))) decltype(mpi_dist_graph_create_f08_) mpi_dist_graph_create_,
    mpi_dist_graph_create, mpi_dist_graph_create__, MPI_DIST_GRAPH_CREATE;

extern "C" __attribute__((visibility("default"),
                          alias("mpi_dist_graph_create_adjacent_f08_"))) decltype(mpi_dist_graph_create_adjacent_f08_)
    mpi_dist_graph_create_adjacent_,
    mpi_dist_graph_create_adjacent, mpi_dist_graph_create_adjacent__, MPI_DIST_GRAPH_CREATE_ADJACENT;

#endif
