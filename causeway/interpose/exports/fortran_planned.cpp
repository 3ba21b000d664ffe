/// The Fortran functions of MPI that Causeway carries out, in all the spellings that Linux compilers use, for `mpif.h`,
/// `use mpi` and `use mpi_f08`: by plan where there is one, else by the MPI library's own Fortran function. The Fortran
/// bindings of MPICH call the C functions, which are ours already (but see fortran_traced.cpp); those of Open MPI do
/// not.
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/exports/fortran_names.hpp"
#include "causeway/interpose/exports/planned_calls.hpp"
#include "causeway/mpi/persistent_collectives.hpp"

#include <mpi.h>

#ifdef OPEN_MPI

namespace {

using namespace causeway::interpose;
using namespace causeway::interpose::in_fortran;

}  // namespace

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__
#define CAUSEWAY_PLANNED_AS(symbol, their_name, Name, parameters, arguments, values, bytes) \
    CAUSEWAY_EXPORT void symbol(CAUSEWAY_UNPACKED parameters, MPI_Fint* error) {            \
        static constinit FortranFunction theirs(their_name);                                \
        const auto native = [&] { return theirs arguments; };                               \
        const int code = CAUSEWAY_CODE_OF(Name, values, native);                            \
        if (error != nullptr) { /* optional in mpi_f08 */                                   \
            *error = code;                                                                  \
        }                                                                                   \
        CAUSEWAY_NOTED(code, tracer->called(Collective::k##Name, [&] { return bytes; }))    \
    }
// A form that returns a request. `note` is for the tracer.
#define CAUSEWAY_PLANNED_WITH_REQUEST_AS(symbol, their_name, begins, Name, parameters, arguments, values, note) \
    CAUSEWAY_EXPORT void symbol(CAUSEWAY_UNPACKED parameters, MPI_Fint* error) {                                \
        static constinit FortranFunction theirs(their_name);                                                    \
        const auto native = [&] { return theirs arguments; };                                                   \
        Nonblocking call(Nonblocking::Begins::begins);                                                          \
        const int code = CAUSEWAY_CODE_OF(Name, values, {native, call});                                        \
        if (call.request != MPI_REQUEST_NULL) {                                                                 \
            *request = PMPI_Request_c2f(call.request);                                                          \
        }                                                                                                       \
        if (error != nullptr) { /* optional in mpi_f08 */                                                       \
            *error = code;                                                                                      \
        }                                                                                                       \
        CAUSEWAY_NOTED(code, note)                                                                              \
    }
#define CAUSEWAY_BEGUN_AS(symbol, their_name, Name, name, parameters, arguments, values, bytes)                       \
    CAUSEWAY_PLANNED_WITH_REQUEST_AS(symbol, their_name, kNow, Name, (CAUSEWAY_UNPACKED parameters, Request request), \
                                     (CAUSEWAY_UNPACKED arguments, request), values,                                  \
                                     tracer->called(Collective::kI##name, [&] { return bytes; }))
#define CAUSEWAY_PREPARED_AS(symbol, their_name, Name, parameters, arguments, values, bytes)     \
    CAUSEWAY_PLANNED_WITH_REQUEST_AS(symbol, their_name, kWhenStarted, Name,                     \
                                     (CAUSEWAY_UNPACKED parameters, Info info, Request request), \
                                     (CAUSEWAY_UNPACKED arguments, info, request), values,       \
                                     tracer->will_call(                                          \
                                         Collective::k##Name##_init, [&] { return bytes; }, request_value(request)))
#ifdef CAUSEWAY_HAS_PERSISTENT_COLLECTIVES
#define CAUSEWAY_PREPARED(PREFIX, prefix, Name, name, NAME, parameters, arguments, values, bytes)                    \
    CAUSEWAY_PREPARED_AS(prefix##_##name##_init_, FortranName(#prefix "_" #name "_init", #PREFIX "_" #NAME "_INIT"), \
                         Name, parameters, arguments, values, bytes)                                                 \
    CAUSEWAY_FORTRAN_SPELLINGS_OF(PREFIX, prefix, name##_init, NAME##_INIT)                                          \
    CAUSEWAY_PREPARED_AS(prefix##_##name##_init_f08_, FortranName(#prefix "_" #name "_init_f08_"), Name, parameters, \
                         arguments, values, bytes)
#else
#define CAUSEWAY_WITH_PERSISTENT_PREFIX(macro, ...)
#endif
#define CAUSEWAY_PLANNED(Name, name, NAME, parameters, arguments, values, bytes)                                     \
    CAUSEWAY_PLANNED_AS(mpi_##name##_, FortranName("mpi_" #name, "MPI_" #NAME), Name, parameters, arguments, values, \
                        bytes)                                                                                       \
    CAUSEWAY_FORTRAN_SPELLINGS(name, NAME)                                                                           \
    CAUSEWAY_PLANNED_AS(mpi_##name##_f08_, FortranName("mpi_" #name "_f08_"), Name, parameters, arguments, values,   \
                        bytes)                                                                                       \
    CAUSEWAY_BEGUN_AS(mpi_i##name##_, FortranName("mpi_i" #name, "MPI_I" #NAME), Name, name, parameters, arguments,  \
                      values, bytes)                                                                                 \
    CAUSEWAY_FORTRAN_SPELLINGS(i##name, I##NAME)                                                                     \
    CAUSEWAY_BEGUN_AS(mpi_i##name##_f08_, FortranName("mpi_i" #name "_f08_"), Name, name, parameters, arguments,     \
                      values, bytes)                                                                                 \
    CAUSEWAY_WITH_PERSISTENT_PREFIX(CAUSEWAY_PREPARED, Name, name, NAME, parameters, arguments, values, bytes)
#define CAUSEWAY_PLANNED_WITHOUT_COUNT CAUSEWAY_PLANNED
#include "causeway/interpose/exports/planned_forms.hpp"

#endif
