/// The Fortran functions of MPI that the tracer counts, and nothing else changes, in all the spellings that Linux
/// compilers use, for `mpif.h`, `use mpi` and `use mpi_f08`. They pass on what they get, as it is, to the MPI library's
/// own. The Fortran bindings of MPICH call the C functions, which are ours already, but for those of `mpi_f08` that
/// take no buffer; those of Open MPI do not.
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/exports/fortran_names.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/tracing/tracer.hpp"

#include <mpi.h>

#ifdef OPEN_MPI

namespace {

using namespace causeway::interpose;
using namespace causeway::interpose::in_fortran;
using namespace causeway::tracing;
using causeway::mpi::rank_of;
using causeway::mpi::size_of;

}  // namespace

#define CAUSEWAY_TRACED_AS(symbol, their_name, parameters, arguments, note)                            \
    CAUSEWAY_EXPORT void symbol(CAUSEWAY_UNPACKED parameters, MPI_Fint* error) {                       \
        static constinit FortranFunction theirs(their_name);                                           \
        const int code = theirs arguments;                                                             \
        if (error != nullptr) { /* optional in mpi_f08 */                                              \
            *error = code;                                                                             \
        }                                                                                              \
        if (Tracer* tracer = active_tracer(); tracer != nullptr && code == MPI_SUCCESS) [[unlikely]] { \
            note;                                                                                      \
        }                                                                                              \
    }
#define CAUSEWAY_TRACED(Name, name, NAME, parameters, arguments, note)                                      \
    CAUSEWAY_TRACED_AS(mpi_##name##_, FortranName("mpi_" #name, "MPI_" #NAME), parameters, arguments, note) \
    CAUSEWAY_FORTRAN_SPELLINGS(name, NAME)                                                                  \
    CAUSEWAY_TRACED_AS(mpi_##name##_f08_, FortranName("mpi_" #name "_f08_"), parameters, arguments, note)
#define CAUSEWAY_TRACED_WITHOUT_COUNT CAUSEWAY_TRACED
#define CAUSEWAY_TRACED_SEND CAUSEWAY_TRACED
#define CAUSEWAY_TRACED_EXCHANGE CAUSEWAY_TRACED
#include "causeway/interpose/exports/traced_forms.hpp"

#define CAUSEWAY_ABORT_AS(symbol, their_name)                                    \
    CAUSEWAY_EXPORT void symbol(Comm comm, Number error_code, MPI_Fint* error) { \
        static constinit FortranFunction theirs(their_name);                     \
        rescue_trace();                                                          \
        const int code = theirs(comm, error_code);                               \
        if (error != nullptr) { /* optional in mpi_f08 */                        \
            *error = code;                                                       \
        }                                                                        \
    }
CAUSEWAY_ABORT_AS(mpi_abort_, FortranName("mpi_abort", "MPI_ABORT"))
CAUSEWAY_FORTRAN_SPELLINGS(abort, ABORT)
CAUSEWAY_ABORT_AS(mpi_abort_f08_, FortranName("mpi_abort_f08_"))

#else

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__

#define CAUSEWAY_F08(name, parameters, call)                                                \
    CAUSEWAY_EXPORT void mpi_##name##_f08_(CAUSEWAY_UNPACKED parameters, MPI_Fint* error) { \
        const int code = call;                                                              \
        if (error != nullptr) { /* optional */                                              \
            *error = code;                                                                  \
        }                                                                                   \
    }

namespace {

using namespace causeway::interpose::in_fortran;

int begin_barrier(Comm comm, Request request) {
    MPI_Request handle = MPI_REQUEST_NULL;
    const int code = MPI_Ibarrier(communicator(comm), &handle);
    *request = PMPI_Request_c2f(handle);
    return code;
}

#if MPI_VERSION >= 4
int prepare_barrier(Comm comm, Info info, Request request) {
    MPI_Request handle = MPI_REQUEST_NULL;
    const int code = MPI_Barrier_init(communicator(comm), PMPI_Info_f2c(*info), &handle);
    *request = PMPI_Request_c2f(handle);
    return code;
}
#endif

}  // namespace

CAUSEWAY_F08(barrier, (Comm comm), MPI_Barrier(communicator(comm)))
CAUSEWAY_F08(ibarrier, (Comm comm, Request request), begin_barrier(comm, request))
#if MPI_VERSION >= 4
CAUSEWAY_F08(barrier_init, (Comm comm, Info info, Request request), prepare_barrier(comm, info, request))
#endif
CAUSEWAY_F08(abort, (Comm comm, Number error_code), MPI_Abort(communicator(comm), *error_code))

#endif
