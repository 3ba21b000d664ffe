#include "causeway/interpose/broadcast.hpp"
#include "causeway/interpose/planned.hpp"

namespace causeway::interpose::planned {

int Bcast(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, NativeCall native) noexcept {
    return broadcast({buffer, count, datatype}, root, comm, native);
}

}  // namespace causeway::interpose::planned
