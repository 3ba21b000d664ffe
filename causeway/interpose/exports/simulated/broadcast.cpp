/// MPI_Bcast of a simulated job.
#include "causeway/calls/collectives.hpp"

#include <mpi.h>

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    namespace calls = causeway::calls;
    const auto native = [&] { return PMPI_Bcast(buffer, count, datatype, root, comm); };
    return calls::is_left_alone(comm) ? native() : calls::Bcast(buffer, count, datatype, root, comm, native);
}
