/// The C functions of MPI that the tracer counts, and nothing else changes.
#define CAUSEWAY_C_NAME(name) name
#include "causeway/interpose/exports/c_definitions.hpp"

using namespace causeway::interpose::in_c;

#define CAUSEWAY_TRACED_WITHOUT_COUNT CAUSEWAY_TRACED
#include "causeway/interpose/exports/traced_forms.hpp"

#if MPI_VERSION >= 4
CAUSEWAY_TRACED(Psend_init, psend_init, PSEND_INIT,
                (Source buffer, Number partitions, MPI_Count count, Datatype datatype, Number destination, Number tag,
                 Comm comm, Info info, Request request),
                (buffer, partitions, count, datatype, destination, tag, comm, info, request),
                tracer->will_send(comm, destination, partitions* count, datatype, *request))
#endif

CAUSEWAY_EXPORT int MPI_Abort(MPI_Comm comm, int error_code) {
    rescue_trace();
    return PMPI_Abort(comm, error_code);
}
