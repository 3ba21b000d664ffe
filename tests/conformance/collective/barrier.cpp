/// MPI_Barrier. That it waits for all is in semantics/synchronisation.cpp: here it only ends.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_barrier(const Shape& /*shape*/) {
    return {};
}

int start_barrier(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START_WITHOUT_LARGE(call, request, Barrier, Ibarrier, call.comm);
}

}  // namespace

extern constexpr Collective barrier{.name = "barrier",
                                    .moves_data = false,
                                    .has_large_counts = false,
                                    .buffers = buffers_barrier,
                                    .start = start_barrier};

}  // namespace conformance::collective
