/// The C functions of MPI with large counts (MPI 4) that Causeway carries out: by plan where there is one, else by the
/// MPI library's own function under its profiling name. The tracer counts them.
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/planned.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/tracing/tracer.hpp"

#include <mpi.h>

#if MPI_VERSION >= 4

namespace {

using namespace causeway::interpose::in_large_c;
using namespace causeway::tracing;
using causeway::interpose::planned::Nonblocking;
using causeway::mpi::rank_of;
using causeway::mpi::size_of;

}  // namespace

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__
#define CAUSEWAY_PLANNED(Name, name, NAME, parameters, arguments, values, bytes)                       \
    CAUSEWAY_EXPORT int MPI_##Name##_c parameters {                                                    \
        const auto native = [&] { return PMPI_##Name##_c arguments; };                                 \
        const int code = causeway::interpose::planned::Name(CAUSEWAY_UNPACKED values, native);         \
        if (Tracer* tracer = active_tracer(); tracer != nullptr && code == MPI_SUCCESS) [[unlikely]] { \
            tracer->called(Collective::k##Name, [&] { return bytes; });                                \
        }                                                                                              \
        return code;                                                                                   \
    }                                                                                                  \
    CAUSEWAY_EXPORT int MPI_I##name##_c(CAUSEWAY_UNPACKED parameters, Request request) {               \
        const auto native = [&] { return PMPI_I##name##_c(CAUSEWAY_UNPACKED arguments, request); };    \
        Nonblocking call;                                                                              \
        const int code = causeway::interpose::planned::Name(CAUSEWAY_UNPACKED values, {native, call}); \
        if (call.request != MPI_REQUEST_NULL) {                                                        \
            *request = call.request;                                                                   \
        }                                                                                              \
        if (Tracer* tracer = active_tracer(); tracer != nullptr && code == MPI_SUCCESS) [[unlikely]] { \
            tracer->called(Collective::kI##name, [&] { return bytes; });                               \
        }                                                                                              \
        return code;                                                                                   \
    }
#define CAUSEWAY_PLANNED_WITHOUT_COUNT(Name, name, NAME, parameters, arguments, values, bytes)
#include "causeway/interpose/exports/planned_forms.hpp"

#endif
