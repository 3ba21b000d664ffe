/// What the definitions of planned functions have in common, in C and in Fortran. The file that includes it has defined
/// CAUSEWAY_UNPACKED, and uses the namespace of its convention (calling_conventions.hpp).
#pragma once

#include "causeway/calls/collectives.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/tracing/tracer.hpp"

#include <mpi.h>

namespace {

using namespace causeway::tracing;
using causeway::calls::is_left_alone;
using causeway::calls::Nonblocking;
using causeway::mpi::rank_of;
using causeway::mpi::size_of;

}  // namespace

/// The code of a call of `comm` by plan where there is one, else by `native()`; what follows `values` says how the
/// program calls (calls::Calling).
#define CAUSEWAY_CODE_OF(Name, values, ...) \
    (is_left_alone(communicator(comm)) ? native() : causeway::calls::Name(CAUSEWAY_UNPACKED values, __VA_ARGS__))

/// Has the tracer told, if the call has gone well: what follows `code` does it, with `tracer`.
#define CAUSEWAY_NOTED(code, ...)                                                                    \
    if (Tracer* tracer = active_tracer(); tracer != nullptr && (code) == MPI_SUCCESS) [[unlikely]] { \
        __VA_ARGS__;                                                                                 \
    }
