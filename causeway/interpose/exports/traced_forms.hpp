/// The functions of tracing/functions.def one by one, in all their forms. The file that includes it has defined
///
/// - CAUSEWAY_TRACED(Name, name, NAME, parameters, arguments, note): a function that has a form for large counts;
/// - CAUSEWAY_TRACED_WITHOUT_COUNT(...): one that has not.
///
/// `note` counts the call in `tracer` once it has succeeded. Not a header to be included once: it makes definitions.
#pragma once

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__

// ---- sends --------------------------------------------------------------------------------------------------------

#define CAUSEWAY_SENT sent(communicator(comm), number(destination), number(count), datatype_value(datatype))

#define CAUSEWAY_SENDING(Name, name, NAME)                                                                           \
    CAUSEWAY_TRACED(Name, name, NAME,                                                                                \
                    (Source buffer, Count count, Datatype datatype, Number destination, Number tag, Comm comm),      \
                    (buffer, count, datatype, destination, tag, comm), tracer->CAUSEWAY_SENT)                        \
    CAUSEWAY_TRACED(                                                                                                 \
        I##name, i##name, I##NAME,                                                                                   \
        (Source buffer, Count count, Datatype datatype, Number destination, Number tag, Comm comm, Request request), \
        (buffer, count, datatype, destination, tag, comm, request), tracer->CAUSEWAY_SENT)                           \
    CAUSEWAY_TRACED(                                                                                                 \
        Name##_init, name##_init, NAME##_INIT,                                                                       \
        (Source buffer, Count count, Datatype datatype, Number destination, Number tag, Comm comm, Request request), \
        (buffer, count, datatype, destination, tag, comm, request),                                                  \
        tracer->will_send(communicator(comm), number(destination), number(count), datatype_value(datatype),          \
                          request_value(request)))

#if MPI_VERSION >= 4
#define CAUSEWAY_EXCHANGE(Name, name, NAME, parameters, arguments)                              \
    CAUSEWAY_TRACED(Name, name, NAME, (CAUSEWAY_UNPACKED parameters, Status status),            \
                    (CAUSEWAY_UNPACKED arguments, status), tracer->CAUSEWAY_SENT)               \
    CAUSEWAY_TRACED(I##name, i##name, I##NAME, (CAUSEWAY_UNPACKED parameters, Request request), \
                    (CAUSEWAY_UNPACKED arguments, request), tracer->CAUSEWAY_SENT)
#else
#define CAUSEWAY_EXCHANGE(Name, name, NAME, parameters, arguments)                   \
    CAUSEWAY_TRACED(Name, name, NAME, (CAUSEWAY_UNPACKED parameters, Status status), \
                    (CAUSEWAY_UNPACKED arguments, status), tracer->CAUSEWAY_SENT)
#endif

// ---- collective operations ----------------------------------------------------------------------------------------

#define CAUSEWAY_BLOCKING(traced, Name, name, NAME, parameters, arguments, bytes) \
    traced(Name, name, NAME, parameters, arguments,                               \
           tracer->called(causeway::tracing::Collective::k##Name, [&] { return bytes; }))

#define CAUSEWAY_NONBLOCKING(traced, Name, name, NAME, parameters, arguments, bytes)   \
    traced(I##name, i##name, I##NAME, (CAUSEWAY_UNPACKED parameters, Request request), \
           (CAUSEWAY_UNPACKED arguments, request),                                     \
           tracer->called(causeway::tracing::Collective::kI##name, [&] { return bytes; }))

#if MPI_VERSION >= 4
#define CAUSEWAY_PERSISTENT(traced, Name, name, NAME, parameters, arguments, bytes)                           \
    traced(Name##_init, name##_init, NAME##_INIT, (CAUSEWAY_UNPACKED parameters, Info info, Request request), \
           (CAUSEWAY_UNPACKED arguments, info, request),                                                      \
           tracer->will_call(                                                                                 \
               causeway::tracing::Collective::k##Name##_init, [&] { return bytes; }, request_value(request)))
#else
#define CAUSEWAY_PERSISTENT(traced, Name, name, NAME, parameters, arguments, bytes)
#endif

#define CAUSEWAY_COLLECTIVE(Name, name, NAME, parameters, arguments, bytes)               \
    CAUSEWAY_BLOCKING(CAUSEWAY_TRACED, Name, name, NAME, parameters, arguments, bytes)    \
    CAUSEWAY_NONBLOCKING(CAUSEWAY_TRACED, Name, name, NAME, parameters, arguments, bytes) \
    CAUSEWAY_PERSISTENT(CAUSEWAY_TRACED, Name, name, NAME, parameters, arguments, bytes)
// planned_forms.hpp has them.
#define CAUSEWAY_COLLECTIVE_PLANNED(Name, name, NAME, parameters, arguments, values, bytes)
#define CAUSEWAY_COLLECTIVE_PLANNED_WITHOUT_COUNT(Name, name, NAME, parameters, arguments, values, bytes)

#include "causeway/tracing/functions.def"
