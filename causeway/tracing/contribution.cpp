#include "causeway/tracing/contribution.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"

namespace causeway::tracing {

std::int64_t bytes_of(const Part& part) {
    if (part.count == 0 || part.datatype == MPI_DATATYPE_NULL) {
        return 0;
    }
    MPI_Count size = 0;
    mpi::check(PMPI_Type_size_x(part.datatype, &size), "MPI_Type_size_x");
    return part.count * static_cast<std::int64_t>(size);
}

namespace {

bool is_intercommunicator(MPI_Comm comm) {
    int is_inter = 0;
    mpi::check(PMPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter");
    return is_inter != 0;
}

}  // namespace

int num_peers(MPI_Comm comm) {
    if (!is_intercommunicator(comm)) {
        return mpi::size_of(comm);
    }
    int size = 0;
    mpi::check(PMPI_Comm_remote_size(comm, &size), "MPI_Comm_remote_size");
    return size;
}

int num_neighbours(MPI_Comm comm) {
    int kind = MPI_UNDEFINED;
    mpi::check(PMPI_Topo_test(comm, &kind), "MPI_Topo_test");
    int result = 0;
    if (kind == MPI_CART) {
        mpi::check(PMPI_Cartdim_get(comm, &result), "MPI_Cartdim_get");
        result *= 2;
    } else if (kind == MPI_GRAPH) {
        mpi::check(PMPI_Graph_neighbors_count(comm, mpi::rank_of(comm), &result), "MPI_Graph_neighbors_count");
    } else if (kind == MPI_DIST_GRAPH) {
        int sources = 0;
        int is_weighted = 0;
        mpi::check(PMPI_Dist_graph_neighbors_count(comm, &sources, &result, &is_weighted),
                   "MPI_Dist_graph_neighbors_count");
    }
    return result;
}

bool hands_in_as_root(int root, MPI_Comm comm) {
    return root == MPI_ROOT || (root >= 0 && !is_intercommunicator(comm) && root == mpi::rank_of(comm));
}

std::int64_t handed_in_by_root(const Part& part, int parts, int root, MPI_Comm comm) {
    return hands_in_as_root(root, comm) ? parts * bytes_of(part) : 0;
}

std::int64_t handed_to_root(const Part& part, int root) {
    return root == MPI_ROOT || root == MPI_PROC_NULL ? 0 : bytes_of(part);
}

}  // namespace causeway::tracing
