/// The C functions of MPI that Causeway carries out: by plan where there is one, else by the MPI library's own
/// function under its profiling name. The tracer counts them.
#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/planned.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/tracing/tracer.hpp"

#include <mpi.h>

namespace {

using namespace causeway::interpose::in_c;
using namespace causeway::tracing;
using causeway::interpose::planned::Nonblocking;
using causeway::mpi::rank_of;
using causeway::mpi::size_of;

}  // namespace

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__
#define CAUSEWAY_PLANNED(Name, name, NAME, parameters, arguments, values, bytes)                       \
    CAUSEWAY_EXPORT int MPI_##Name parameters {                                                        \
        const auto native = [&] { return PMPI_##Name arguments; };                                     \
        const int code = causeway::interpose::planned::Name(CAUSEWAY_UNPACKED values, native);         \
        if (Tracer* tracer = active_tracer(); tracer != nullptr && code == MPI_SUCCESS) [[unlikely]] { \
            tracer->called(Collective::k##Name, [&] { return bytes; });                                \
        }                                                                                              \
        return code;                                                                                   \
    }                                                                                                  \
    CAUSEWAY_EXPORT int MPI_I##name(CAUSEWAY_UNPACKED parameters, Request request) {                   \
        const auto native = [&] { return PMPI_I##name(CAUSEWAY_UNPACKED arguments, request); };        \
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
#define CAUSEWAY_PLANNED_WITHOUT_COUNT CAUSEWAY_PLANNED
#include "causeway/interpose/exports/planned_forms.hpp"
