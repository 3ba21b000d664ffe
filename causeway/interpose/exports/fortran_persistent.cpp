/// The Fortran functions of MPI that start and free persistent requests, in all the spellings that Linux compilers use,
/// for `mpif.h`, `use mpi` and `use mpi_f08`. Those of C do the work, where there is any: the MPI library's own
/// functions of Fortran are no more than that. Those of MPICH's Fortran bindings that are not here call them already.
#include "causeway/calls/persistent_requests.hpp"
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/exports/fortran_names.hpp"
#include "causeway/tracing/tracer.hpp"

#include <mpi.h>

#include <vector>

namespace {

using namespace causeway::interpose;
using namespace causeway::interpose::in_fortran;

/// Calls `function` with the request; the handle may change.
int with_request(int (*function)(MPI_Request*), Request request) {
    MPI_Request handle = PMPI_Request_f2c(*request);
    const int code = function(&handle);
    *request = PMPI_Request_c2f(handle);
    return code;
}

int start_all_of(Number count, Requests requests) {
    std::vector<MPI_Request> handles;
    for (int i = 0; i < *count; ++i) {
        handles.push_back(request_at(requests, i));
    }
    const int code = MPI_Startall(*count, handles.data());
    for (int i = 0; i < *count; ++i) {
        requests[i] = PMPI_Request_c2f(handles[static_cast<std::size_t>(i)]);
    }
    return code;
}

/// `error` is optional in mpi_f08.
void deliver(int code, MPI_Fint* error) {
    if (error != nullptr) {
        *error = code;
    }
}

}  // namespace

CAUSEWAY_EXPORT void mpi_start_f08_(Request request, MPI_Fint* error) {
    deliver(with_request(MPI_Start, request), error);
}

CAUSEWAY_EXPORT void mpi_startall_f08_(Number count, Requests requests, MPI_Fint* error) {
    deliver(start_all_of(count, requests), error);
}

CAUSEWAY_EXPORT void mpi_request_free_f08_(Request request, MPI_Fint* error) {
    deliver(with_request(MPI_Request_free, request), error);
}

#ifdef OPEN_MPI

CAUSEWAY_EXPORT void mpi_start_(Request request, MPI_Fint* error) {
    mpi_start_f08_(request, error);
}
CAUSEWAY_FORTRAN_SPELLINGS(start, START)

CAUSEWAY_EXPORT void mpi_startall_(Number count, Requests requests, MPI_Fint* error) {
    mpi_startall_f08_(count, requests, error);
}
CAUSEWAY_FORTRAN_SPELLINGS(startall, STARTALL)

CAUSEWAY_EXPORT void mpi_request_free_(Request request, MPI_Fint* error) {
    mpi_request_free_f08_(request, error);
}
CAUSEWAY_FORTRAN_SPELLINGS(request_free, REQUEST_FREE)

#endif
