/// The C functions of MPI with large counts (MPI 4) that the tracer counts, and nothing else changes.
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/tracing/tracer.hpp"

#include <mpi.h>

#if MPI_VERSION >= 4

namespace {

using namespace causeway::interpose::in_large_c;
using namespace causeway::tracing;
using causeway::mpi::rank_of;
using causeway::mpi::size_of;

}  // namespace

#define CAUSEWAY_TRACED(Name, name, NAME, parameters, arguments, note)                                 \
    CAUSEWAY_EXPORT int MPI_##Name##_c parameters {                                                    \
        const int code = PMPI_##Name##_c arguments;                                                    \
        if (Tracer* tracer = active_tracer(); tracer != nullptr && code == MPI_SUCCESS) [[unlikely]] { \
            note;                                                                                      \
        }                                                                                              \
        return code;                                                                                   \
    }
#define CAUSEWAY_TRACED_WITHOUT_COUNT(Name, name, NAME, parameters, arguments, note)
#include "causeway/interpose/exports/traced_forms.hpp"

#endif
