/// The functions of `mpi_f08` that wait for or test messages and requests, as in c_waiting.cpp. They pass on what they
/// get, as it is, to the MPI library's own; all others of MPICH's Fortran bindings call the C functions.
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/exports/fortran_names.hpp"
#include "causeway/interpose/exports/waiting.hpp"

#include <mpi.h>

#ifndef OPEN_MPI

namespace {

using namespace causeway::interpose;
using namespace causeway::interpose::in_fortran;

using Flag = MPI_Fint*;
using Index = MPI_Fint*;
using Message = MPI_Fint*;

/// `error` is optional.
void deliver_code(int code, MPI_Fint* error) {
    if (error != nullptr) {
        *error = code;
    }
}

}  // namespace

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__

/// `test_arguments`: of the function `test`, which says by `is_done` whether it has done the same.
#define CAUSEWAY_WAITS(name, test, parameters, arguments, test_arguments)                                           \
    CAUSEWAY_EXPORT void mpi_##name##_f08_(CAUSEWAY_UNPACKED parameters, MPI_Fint* error) {                         \
        static constinit FortranFunction theirs(FortranName("mpi_" #name "_f08_"));                                 \
        static constinit FortranFunction their_test(FortranName("mpi_" #test "_f08_"));                             \
        deliver_code(                                                                                               \
            waited([&](MPI_Fint* is_done) { return their_test test_arguments; }, [&] { return theirs arguments; }), \
            error);                                                                                                 \
    }

#define CAUSEWAY_TESTS(name, parameters, arguments)                                         \
    CAUSEWAY_EXPORT void mpi_##name##_f08_(CAUSEWAY_UNPACKED parameters, MPI_Fint* error) { \
        static constinit FortranFunction theirs(FortranName("mpi_" #name "_f08_"));         \
        deliver_code(tested([&] { return theirs arguments; }), error);                      \
    }

CAUSEWAY_WAITS(wait, test, (Request request, Status status), (request, status), (request, is_done, status))
CAUSEWAY_WAITS(waitany, testany, (Number count, Requests requests, Index index, Status status),
               (count, requests, index, status), (count, requests, index, is_done, status))
CAUSEWAY_WAITS(probe, iprobe, (Number source, Number tag, Comm comm, Status status), (source, tag, comm, status),
               (source, tag, comm, is_done, status))
CAUSEWAY_WAITS(mprobe, improbe, (Number source, Number tag, Comm comm, Message message, Status status),
               (source, tag, comm, message, status), (source, tag, comm, is_done, message, status))

CAUSEWAY_EXPORT void mpi_waitall_f08_(Number count, Requests requests, Status statuses, MPI_Fint* error) {
    static constinit FortranFunction theirs(FortranName("mpi_waitall_f08_"));
    const int code = waited_for_all(
        *count, [&](int i) { return request_at(requests, i); }, [&] { return theirs(count, requests, statuses); });
    deliver_code(code, error);
}

CAUSEWAY_EXPORT void mpi_waitsome_f08_(Number count, Requests requests, Number num_done, Index indices, Status statuses,
                                       MPI_Fint* error) {
    static constinit FortranFunction theirs(FortranName("mpi_waitsome_f08_"));
    static constinit FortranFunction their_test(FortranName("mpi_testsome_f08_"));
    const int code = waited(
        [&](MPI_Fint* is_done) {
            const int tests_code = their_test(count, requests, num_done, indices, statuses);
            *is_done = *num_done;  // MPI_UNDEFINED: none is active
            return tests_code;
        },
        [&] { return theirs(count, requests, num_done, indices, statuses); });
    deliver_code(code, error);
}

CAUSEWAY_TESTS(test, (Request request, Flag is_done, Status status), (request, is_done, status))
CAUSEWAY_TESTS(testall, (Number count, Requests requests, Flag are_done, Status statuses),
               (count, requests, are_done, statuses))
CAUSEWAY_TESTS(testany, (Number count, Requests requests, Index index, Flag is_done, Status status),
               (count, requests, index, is_done, status))
CAUSEWAY_TESTS(testsome, (Number count, Requests requests, Number num_done, Index indices, Status statuses),
               (count, requests, num_done, indices, statuses))
CAUSEWAY_TESTS(request_get_status, (Request request, Flag is_done, Status status), (request, is_done, status))
CAUSEWAY_TESTS(iprobe, (Number source, Number tag, Comm comm, Flag is_there, Status status),
               (source, tag, comm, is_there, status))
CAUSEWAY_TESTS(improbe, (Number source, Number tag, Comm comm, Flag is_there, Message message, Status status),
               (source, tag, comm, is_there, message, status))

#endif
