/// MPI_Alltoall: an equal part from each to each.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_alltoall(const Shape& shape) {
    const BufferUse data{.is_there = true, .elements = std::int64_t{shape.count} * shape.size, .count = shape.count};
    Buffers buffers{.send = data, .receive = data};
    buffers.send.is_there = !shape.in_place;
    return buffers;
}

int start_alltoall(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START(call, request, Alltoall, Ialltoall, call.send.address, call.send.count, call.send.datatype,
                             call.receive.address, call.receive.count, call.receive.datatype, call.comm);
}

}  // namespace

extern constexpr Collective alltoall{
    .name = "alltoall", .in_place = InPlace::kEverywhere, .buffers = buffers_alltoall, .start = start_alltoall};

}  // namespace conformance::collective
