/// The C functions of MPI that the preloaded library replaces. Each does its own part and calls the MPI
/// library by the profiling name.
#include "causeway/interpose/broadcast.hpp"
#include "causeway/interpose/job.hpp"
#include "causeway/tracing/contribution.hpp"
#include "causeway/tracing/tracer.hpp"

#include <mpi.h>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using causeway::mpi::BufferDescription;

int native_broadcast(const BufferDescription& buffer, int root, MPI_Comm comm) {
    return PMPI_Bcast(buffer.address, static_cast<int>(buffer.count), buffer.datatype, root, comm);
}

#if MPI_VERSION >= 4
int native_large_broadcast(const BufferDescription& buffer, int root, MPI_Comm comm) {
    return PMPI_Bcast_c(buffer.address, buffer.count, buffer.datatype, root, comm);
}
#endif

int broadcast(const BufferDescription& buffer, int root, MPI_Comm comm,
              int (*native)(const BufferDescription&, int, MPI_Comm)) {
    using namespace causeway::tracing;
    const int code = causeway::interpose::broadcast(buffer, root, comm, native);
    if (Tracer* tracer = active_tracer(); tracer != nullptr && code == MPI_SUCCESS) [[unlikely]] {
        tracer->called(Collective::kBcast, [&] {
            return handed_in_by_root({buffer.count, buffer.datatype}, 1, root, comm);
        });
    }
    return code;
}

}  // namespace

CAUSEWAY_EXPORT int MPI_Init(int* argc, char*** argv) {
    const int code = PMPI_Init(argc, argv);
    if (code == MPI_SUCCESS) {
        causeway::interpose::start_job();
    }
    return code;
}

CAUSEWAY_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    const int code = PMPI_Init_thread(argc, argv, required, provided);
    if (code == MPI_SUCCESS) {
        causeway::interpose::start_job();
    }
    return code;
}

CAUSEWAY_EXPORT int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    return broadcast({buffer, count, datatype}, root, comm, native_broadcast);
}

#if MPI_VERSION >= 4
CAUSEWAY_EXPORT int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    return broadcast({buffer, count, datatype}, root, comm, native_large_broadcast);
}
#endif
