/// MPI_Allreduce: everybody's data, combined, to all.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_allreduce(const Shape& shape) {
    const BufferUse data{.is_there = true, .elements = shape.count, .count = shape.count};
    Buffers buffers{.send = data, .receive = data};
    buffers.send.is_there = !shape.in_place;
    return buffers;
}

int start_allreduce(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START(call, request, Allreduce, Iallreduce, call.send.address, call.receive.address,
                             call.receive.count, call.receive.datatype, call.operation, call.comm);
}

}  // namespace

extern constexpr Collective allreduce{.name = "allreduce",
                                      .reduces = true,
                                      .in_place = InPlace::kEverywhere,
                                      .buffers = buffers_allreduce,
                                      .start = start_allreduce};

}  // namespace conformance::collective
