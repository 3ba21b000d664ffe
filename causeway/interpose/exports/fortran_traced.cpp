/// The Fortran functions of MPI that the tracer counts, and nothing else changes, in all the spellings that Linux
/// compilers use, for `mpif.h`, `use mpi` and `use mpi_f08`. They pass on what they get, as it is, to the MPI library's
/// own. The Fortran bindings of MPICH call the C functions, which are ours already; those of Open MPI do not.
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

#define CAUSEWAY_TRACED_AS(symbol, theirs_found, parameters, arguments, note)                            \
    CAUSEWAY_EXPORT void symbol(CAUSEWAY_UNPACKED parameters, MPI_Fint* error) {                         \
        using Function = void(CAUSEWAY_UNPACKED parameters, MPI_Fint*);                                  \
        static Function* const theirs = theirs_found;                                                    \
        MPI_Fint code = MPI_SUCCESS; /* optional in mpi_f08 */                                           \
        error = error == nullptr ? &code : error;                                                        \
        theirs(CAUSEWAY_UNPACKED arguments, error);                                                      \
        if (Tracer* tracer = active_tracer(); tracer != nullptr && *error == MPI_SUCCESS) [[unlikely]] { \
            note;                                                                                        \
        }                                                                                                \
    }
#define CAUSEWAY_TRACED(Name, name, NAME, parameters, arguments, note)                                        \
    CAUSEWAY_TRACED_AS(mpi_##name##_, next_in_any_spelling<Function>("mpi_" #name, "MPI_" #NAME), parameters, \
                       arguments, note)                                                                       \
    CAUSEWAY_FORTRAN_SPELLINGS(name, NAME)                                                                    \
    CAUSEWAY_TRACED_AS(mpi_##name##_f08_, next<Function>("mpi_" #name "_f08_"), parameters, arguments, note)
#define CAUSEWAY_TRACED_WITHOUT_COUNT CAUSEWAY_TRACED
#include "causeway/interpose/exports/traced_forms.hpp"

// What is noted before the call.
#define CAUSEWAY_NOTED_BEFORE(symbol, theirs_found, parameters, arguments, note) \
    CAUSEWAY_EXPORT void symbol(CAUSEWAY_UNPACKED parameters, MPI_Fint* error) { \
        using Function = void(CAUSEWAY_UNPACKED parameters, MPI_Fint*);          \
        static Function* const theirs = theirs_found;                            \
        if (Tracer* tracer = active_tracer(); tracer != nullptr) [[unlikely]] {  \
            note;                                                                \
        }                                                                        \
        theirs(CAUSEWAY_UNPACKED arguments, error);                              \
    }
#define CAUSEWAY_NOTED_FIRST(name, NAME, parameters, arguments, note)                                            \
    CAUSEWAY_NOTED_BEFORE(mpi_##name##_, next_in_any_spelling<Function>("mpi_" #name, "MPI_" #NAME), parameters, \
                          arguments, note)                                                                       \
    CAUSEWAY_FORTRAN_SPELLINGS(name, NAME)                                                                       \
    CAUSEWAY_NOTED_BEFORE(mpi_##name##_f08_, next<Function>("mpi_" #name "_f08_"), parameters, arguments, note)

CAUSEWAY_NOTED_FIRST(request_free, REQUEST_FREE, (Request request), (request), tracer->forget(request_value(request)))
CAUSEWAY_NOTED_FIRST(abort, ABORT, (Comm comm, Number error_code), (comm, error_code), rescue_trace())

#endif
