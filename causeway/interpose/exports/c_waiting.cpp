/// The C functions of MPI that wait for or test messages and requests, where nothing in the MPI library carries on what
/// is under way: they do. Sends are among those that the tracer counts (c_definitions.hpp).
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/exports/waiting.hpp"

#include <mpi.h>

#ifndef OPEN_MPI

using causeway::interpose::tested;
using causeway::interpose::waited;
using causeway::interpose::waited_for;
using causeway::interpose::waited_for_all;
using causeway::interpose::waited_for_message;

// ---- requests ---------------------------------------------------------------------------------------------------

CAUSEWAY_EXPORT int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    return waited_for(request, status);
}

CAUSEWAY_EXPORT int MPI_Waitall(int count, MPI_Request requests[], MPI_Status* statuses) {
    return waited_for_all(
        requests != nullptr ? count : 0, [&](int i) { return requests[i]; },
        [&] { return PMPI_Waitall(count, requests, statuses); });
}

CAUSEWAY_EXPORT int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
    return waited([&](int* is_done) { return PMPI_Testany(count, requests, index, is_done, status); },
                  [&] { return PMPI_Waitany(count, requests, index, status); });
}

CAUSEWAY_EXPORT int MPI_Waitsome(int count, MPI_Request requests[], int* num_done, int indices[],
                                 MPI_Status* statuses) {
    return waited(
        [&](int* is_done) {
            const int code = PMPI_Testsome(count, requests, num_done, indices, statuses);
            *is_done = *num_done;  // MPI_UNDEFINED: none is active
            return code;
        },
        [&] { return PMPI_Waitsome(count, requests, num_done, indices, statuses); });
}

CAUSEWAY_EXPORT int MPI_Test(MPI_Request* request, int* is_done, MPI_Status* status) {
    return tested([&] { return PMPI_Test(request, is_done, status); });
}

CAUSEWAY_EXPORT int MPI_Testall(int count, MPI_Request requests[], int* are_done, MPI_Status* statuses) {
    return tested([&] { return PMPI_Testall(count, requests, are_done, statuses); });
}

CAUSEWAY_EXPORT int MPI_Testany(int count, MPI_Request requests[], int* index, int* is_done, MPI_Status* status) {
    return tested([&] { return PMPI_Testany(count, requests, index, is_done, status); });
}

CAUSEWAY_EXPORT int MPI_Testsome(int count, MPI_Request requests[], int* num_done, int indices[],
                                 MPI_Status* statuses) {
    return tested([&] { return PMPI_Testsome(count, requests, num_done, indices, statuses); });
}

CAUSEWAY_EXPORT int MPI_Request_get_status(MPI_Request request, int* is_done, MPI_Status* status) {
    return tested([&] { return PMPI_Request_get_status(request, is_done, status); });
}

// ---- messages ---------------------------------------------------------------------------------------------------

CAUSEWAY_EXPORT int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
    return waited([&](int* is_there) { return PMPI_Iprobe(source, tag, comm, is_there, status); },
                  [&] { return PMPI_Probe(source, tag, comm, status); });
}

CAUSEWAY_EXPORT int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* is_there, MPI_Status* status) {
    return tested([&] { return PMPI_Iprobe(source, tag, comm, is_there, status); });
}

CAUSEWAY_EXPORT int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    return waited([&](int* is_there) { return PMPI_Improbe(source, tag, comm, is_there, message, status); },
                  [&] { return PMPI_Mprobe(source, tag, comm, message, status); });
}

CAUSEWAY_EXPORT int MPI_Improbe(int source, int tag, MPI_Comm comm, int* is_there, MPI_Message* message,
                                MPI_Status* status) {
    return tested([&] { return PMPI_Improbe(source, tag, comm, is_there, message, status); });
}

#define CAUSEWAY_RECEIVES(Count, end)                                                                                  \
    CAUSEWAY_EXPORT int MPI_Recv##end(void* buffer, Count count, MPI_Datatype datatype, int source, int tag,           \
                                      MPI_Comm comm, MPI_Status* status) {                                             \
        return waited_for_message(                                                                                     \
            [&](MPI_Request* request) {                                                                                \
                return PMPI_Irecv##end(buffer, count, datatype, source, tag, comm, request);                           \
            },                                                                                                         \
            status, [&] { return PMPI_Recv##end(buffer, count, datatype, source, tag, comm, status); });               \
    }                                                                                                                  \
    CAUSEWAY_EXPORT int MPI_Mrecv##end(void* buffer, Count count, MPI_Datatype datatype, MPI_Message* message,         \
                                       MPI_Status* status) {                                                           \
        return waited_for_message(                                                                                     \
            [&](MPI_Request* request) { return PMPI_Imrecv##end(buffer, count, datatype, message, request); }, status, \
            [&] { return PMPI_Mrecv##end(buffer, count, datatype, message, status); });                                \
    }

CAUSEWAY_RECEIVES(int, )
#if MPI_VERSION >= 4
CAUSEWAY_RECEIVES(MPI_Count, _c)
#endif

#endif
