/// MPI_Bcast: the root's data to all.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_bcast(const Shape& shape) {
    const BufferUse data{.is_there = true, .elements = shape.count, .count = shape.count};
    return {.receive = data};
}

int start_bcast(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START(call, request, Bcast, Ibcast, call.receive.address, call.receive.count,
                             call.receive.datatype, call.root, call.comm);
}

}  // namespace

extern constexpr Collective bcast{
    .name = "bcast", .has_root = true, .has_one_buffer = true, .buffers = buffers_bcast, .start = start_bcast};

}  // namespace conformance::collective
