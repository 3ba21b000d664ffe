/// The sends of tracing/functions.def one by one, in all their forms. The file that includes it has defined
///
/// - CAUSEWAY_TRACED(Name, name, NAME, parameters, arguments, note): a function that has a form for large counts;
/// - CAUSEWAY_TRACED_WITHOUT_COUNT(...): one that has not;
/// - CAUSEWAY_TRACED_SEND(...), CAUSEWAY_TRACED_EXCHANGE(...): those that wait until the message has left, or one has
/// come
///   as well.
///
/// `note` counts the call in `tracer` once it has succeeded. Not a header to be included once: it makes definitions.
#pragma once

#define CAUSEWAY_UNPACKED(...) __VA_ARGS__

#define CAUSEWAY_SENT sent(communicator(comm), number(destination), number(count), datatype_value(datatype))

#define CAUSEWAY_SENDING(Name, name, NAME)                                                                           \
    CAUSEWAY_TRACED_SEND(Name, name, NAME,                                                                           \
                         (Source buffer, Count count, Datatype datatype, Number destination, Number tag, Comm comm), \
                         (buffer, count, datatype, destination, tag, comm), tracer->CAUSEWAY_SENT)                   \
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
    CAUSEWAY_TRACED_EXCHANGE(Name, name, NAME, (CAUSEWAY_UNPACKED parameters, Status status),   \
                             (CAUSEWAY_UNPACKED arguments, status), tracer->CAUSEWAY_SENT)      \
    CAUSEWAY_TRACED(I##name, i##name, I##NAME, (CAUSEWAY_UNPACKED parameters, Request request), \
                    (CAUSEWAY_UNPACKED arguments, request), tracer->CAUSEWAY_SENT)
#else
#define CAUSEWAY_EXCHANGE(Name, name, NAME, parameters, arguments)                            \
    CAUSEWAY_TRACED_EXCHANGE(Name, name, NAME, (CAUSEWAY_UNPACKED parameters, Status status), \
                             (CAUSEWAY_UNPACKED arguments, status), tracer->CAUSEWAY_SENT)
#endif

#include "causeway/tracing/functions.def"
