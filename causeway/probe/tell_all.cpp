#include "causeway/probe/tell_all.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/clock.hpp"

namespace causeway::probe {

namespace {

constexpr int kToldTag = 27;

/// Over a binomial tree: rank r gets it from r without its highest bit.
void tell_over_tree(void* data, int count, MPI_Datatype type, MPI_Comm comm) {
    const int rank = mpi::rank_of(comm);
    const int size = mpi::size_of(comm);
    int step = 1;
    while (step <= rank) {
        step *= 2;
    }
    if (rank > 0) {
        mpi::check(PMPI_Recv(data, count, type, rank - step / 2, kToldTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    }
    for (; rank + step < size; step *= 2) {
        mpi::check(PMPI_Send(data, count, type, rank + step, kToldTag, comm), "MPI_Send");
    }
}

}  // namespace

void tell_all(void* data, int count, MPI_Datatype type, MPI_Comm comm) {
    if constexpr (kTimeIsSimulated) {
        tell_over_tree(data, count, type, comm);
    } else {
        mpi::check(PMPI_Bcast(data, count, type, 0, comm), "MPI_Bcast");
    }
}

std::string told_to_all(MPI_Comm comm, std::string text) {
    if constexpr (!kTimeIsSimulated) {
        return mpi::broadcast_text(comm, text, 0);
    }
    int size = static_cast<int>(text.size());
    tell_all(&size, 1, MPI_INT, comm);
    text.resize(static_cast<std::size_t>(size));
    tell_all(text.data(), size, MPI_CHAR, comm);
    return text;
}

}  // namespace causeway::probe
