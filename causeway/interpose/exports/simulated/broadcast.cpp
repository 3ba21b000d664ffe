/// MPI_Bcast of a simulated job.
#include "causeway/interpose/planned.hpp"

#include <mpi.h>

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    using namespace causeway::interpose;
    const auto native = [&] { return PMPI_Bcast(buffer, count, datatype, root, comm); };
    return planned::is_left_alone(comm) ? native() : planned::Bcast(buffer, count, datatype, root, comm, native);
}
