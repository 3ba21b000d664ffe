/// MPI_Scan: the data of all ranks up to one's own, combined.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_scan(const Shape& shape) {
    const BufferUse data{.is_there = true, .elements = shape.count, .count = shape.count};
    Buffers buffers{.send = data, .receive = data};
    buffers.send.is_there = !shape.in_place;
    return buffers;
}

int start_scan(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START(call, request, Scan, Iscan, call.send.address, call.receive.address, call.receive.count,
                             call.receive.datatype, call.operation, call.comm);
}

}  // namespace

extern constexpr Collective scan{
    .name = "scan", .reduces = true, .in_place = InPlace::kEverywhere, .buffers = buffers_scan, .start = start_scan};

}  // namespace conformance::collective
