/// How C functions of MPI are defined that the tracer counts or Causeway carries out: the same for both conventions of
/// C. The file that includes it has defined CAUSEWAY_C_NAME(name), which makes `name` that of a function in its
/// convention, and uses the namespace of that (calling_conventions.hpp).
#pragma once

#include "causeway/interpose/exports/calling_conventions.hpp"
#include "causeway/interpose/exports/planned_calls.hpp"
#include "causeway/interpose/exports/waiting.hpp"
#include "causeway/job/active_job.hpp"
#include "causeway/mpi/persistent_collectives.hpp"

#include <mpi.h>

namespace {

/// Whether calls are neither planned nor counted in this job.
inline bool has_nothing_to_do() {
    return causeway::job::active_job() == nullptr && active_tracer() == nullptr;
}

}  // namespace

/// The MPI library's own function; `note` is for the tracer.
#define CAUSEWAY_TRACED(Name, name, NAME, parameters, arguments, note) \
    CAUSEWAY_EXPORT int CAUSEWAY_C_NAME(MPI_##Name) parameters {       \
        const int code = CAUSEWAY_C_NAME(PMPI_##Name) arguments;       \
        CAUSEWAY_NOTED(code, note)                                     \
        return code;                                                   \
    }

/// One that waits until its message has left.
#define CAUSEWAY_TRACED_SEND(Name, name, NAME, parameters, arguments, note)                                            \
    CAUSEWAY_EXPORT int CAUSEWAY_C_NAME(MPI_##Name) parameters {                                                       \
        const int code = causeway::interpose::waited_for_message(                                                      \
            [&](MPI_Request* request) { return CAUSEWAY_C_NAME(PMPI_I##name)(CAUSEWAY_UNPACKED arguments, request); }, \
            MPI_STATUS_IGNORE, [&] { return CAUSEWAY_C_NAME(PMPI_##Name) arguments; });                                \
        CAUSEWAY_NOTED(code, note)                                                                                     \
        return code;                                                                                                   \
    }

/// One that waits for a message as well.
#define CAUSEWAY_TRACED_EXCHANGE(Name, name, NAME, parameters, arguments, note) \
    CAUSEWAY_EXPORT int CAUSEWAY_C_NAME(MPI_##Name) parameters {                \
        const int code = CAUSEWAY_EXCHANGED_BY_##Name(arguments);               \
        CAUSEWAY_NOTED(code, note)                                              \
        return code;                                                            \
    }
#define CAUSEWAY_EXCHANGED_BY_Sendrecv(arguments)                                                                   \
    causeway::interpose::waited_for_exchange(                                                                       \
        [&](MPI_Request* request) {                                                                                 \
            return CAUSEWAY_C_NAME(PMPI_Irecv)(receive, receive_count, receive_datatype, source, receive_tag, comm, \
                                               request);                                                            \
        },                                                                                                          \
        [&](MPI_Request* request) {                                                                                 \
            return CAUSEWAY_C_NAME(PMPI_Isend)(send, count, datatype, destination, send_tag, comm, request);        \
        },                                                                                                          \
        status, [&] { return CAUSEWAY_C_NAME(PMPI_Sendrecv) arguments; })
/// Nothing else does the same: our own thread carries on what is under way.
#define CAUSEWAY_EXCHANGED_BY_Sendrecv_replace(arguments) CAUSEWAY_C_NAME(PMPI_Sendrecv_replace) arguments

/// A form that returns a request: `mine` by plan where there is one, else by `theirs`, the MPI library's own;
/// `exported` is what programs call. `note` is for the tracer.
#define CAUSEWAY_PLANNED_WITH_REQUEST(exported, mine, theirs, begins, Name, parameters, arguments, values, note) \
    [[gnu::noinline]] static int mine parameters {                                                               \
        const auto native = [&] { return theirs arguments; };                                                    \
        Nonblocking call(Nonblocking::Begins::begins);                                                           \
        const int code = CAUSEWAY_CODE_OF(Name, values, {native, call});                                         \
        if (call.request != MPI_REQUEST_NULL) {                                                                  \
            *request = call.request;                                                                             \
        }                                                                                                        \
        CAUSEWAY_NOTED(code, note)                                                                               \
        return code;                                                                                             \
    }                                                                                                            \
    CAUSEWAY_EXPORT int exported parameters {                                                                    \
        return has_nothing_to_do() ? theirs arguments : mine arguments;                                          \
    }

/// The persistent form, where the MPI library has it.
#ifdef CAUSEWAY_HAS_PERSISTENT_COLLECTIVES
#define CAUSEWAY_C_PERSISTENT_NAME(name) CAUSEWAY_C_NAME(name)  // of a name that is a macro
#define CAUSEWAY_PLANNED_PERSISTENT(Name, parameters, arguments, values, bytes)                                      \
    CAUSEWAY_PLANNED_WITH_REQUEST(CAUSEWAY_C_PERSISTENT_NAME(CAUSEWAY_PERSISTENT_NAME(, Name)),                      \
                                  CAUSEWAY_C_NAME(prepare_##Name),                                                   \
                                  CAUSEWAY_C_PERSISTENT_NAME(CAUSEWAY_PERSISTENT_NAME(P, Name)), kWhenStarted, Name, \
                                  (CAUSEWAY_UNPACKED parameters, Info info, Request request),                        \
                                  (CAUSEWAY_UNPACKED arguments, info, request), values,                              \
                                  tracer->will_call(                                                                 \
                                      Collective::k##Name##_init, [&] { return bytes; }, *request))
#else
#define CAUSEWAY_PLANNED_PERSISTENT(Name, parameters, arguments, values, bytes)
#endif

/// The blocking, the nonblocking and the persistent form: by plan where there is one, else by the MPI library's own
/// function under its profiling name. Where Causeway has nothing to do in the whole job, that is all that is called.
#define CAUSEWAY_PLANNED(Name, name, NAME, parameters, arguments, values, bytes)                                \
    [[gnu::noinline]] static int CAUSEWAY_C_NAME(carry_out_##Name) parameters {                                 \
        const auto native = [&] { return CAUSEWAY_C_NAME(PMPI_##Name) arguments; };                             \
        const int code = CAUSEWAY_CODE_OF(Name, values, native);                                                \
        CAUSEWAY_NOTED(code, tracer->called(Collective::k##Name, [&] { return bytes; }))                        \
        return code;                                                                                            \
    }                                                                                                           \
    CAUSEWAY_EXPORT int CAUSEWAY_C_NAME(MPI_##Name) parameters {                                                \
        return has_nothing_to_do() ? CAUSEWAY_C_NAME(PMPI_##Name) arguments                                     \
                                   : CAUSEWAY_C_NAME(carry_out_##Name) arguments;                               \
    }                                                                                                           \
    CAUSEWAY_PLANNED_WITH_REQUEST(                                                                              \
        CAUSEWAY_C_NAME(MPI_I##name), CAUSEWAY_C_NAME(begin_##Name), CAUSEWAY_C_NAME(PMPI_I##name), kNow, Name, \
        (CAUSEWAY_UNPACKED parameters, Request request), (CAUSEWAY_UNPACKED arguments, request), values,        \
        tracer->called(Collective::kI##name, [&] { return bytes; }))                                            \
    CAUSEWAY_PLANNED_PERSISTENT(Name, parameters, arguments, values, bytes)
