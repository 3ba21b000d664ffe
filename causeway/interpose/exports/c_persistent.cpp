/// The C functions of MPI that start and free persistent requests, ours among them. The tracer counts what is started.
#include "causeway/calls/persistent_requests.hpp"
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/tracing/tracer.hpp"

#include <mpi.h>

using causeway::calls::may_be_persistent;
using causeway::tracing::active_tracer;
using causeway::tracing::Tracer;

CAUSEWAY_EXPORT int MPI_Start(MPI_Request* request) {
    const int code = may_be_persistent() ? causeway::calls::start(request) : PMPI_Start(request);
    if (Tracer* tracer = active_tracer(); tracer != nullptr && code == MPI_SUCCESS) [[unlikely]] {
        tracer->started(*request);
    }
    return code;
}

CAUSEWAY_EXPORT int MPI_Startall(int count, MPI_Request requests[]) {
    const int code = may_be_persistent() ? causeway::calls::start_all(count, requests) : PMPI_Startall(count, requests);
    if (Tracer* tracer = active_tracer(); tracer != nullptr && code == MPI_SUCCESS) [[unlikely]] {
        for (int i = 0; i < count; ++i) {
            tracer->started(requests[i]);
        }
    }
    return code;
}

CAUSEWAY_EXPORT int MPI_Request_free(MPI_Request* request) {
    if (Tracer* tracer = active_tracer(); tracer != nullptr && request != nullptr) [[unlikely]] {
        tracer->forget(*request);  // before another thread gets a request with the same handle
    }
    return may_be_persistent() ? causeway::calls::free_request(request) : PMPI_Request_free(request);
}
