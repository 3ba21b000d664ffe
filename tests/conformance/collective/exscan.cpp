/// MPI_Exscan: the data of all lower ranks, combined; rank 0 gets nothing defined.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_exscan(const Shape& shape) {
    const BufferUse data{.is_there = true, .elements = shape.count, .count = shape.count};
    Buffers buffers{.send = data, .receive = data};
    buffers.send.is_there = !shape.in_place;
    buffers.receive.undefined_to = shape.rank == 0 ? shape.count : 0;
    return buffers;
}

int start_exscan(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START(call, request, Exscan, Iexscan, call.send.address, call.receive.address,
                             call.receive.count, call.receive.datatype, call.operation, call.comm);
}

}  // namespace

extern constexpr Collective exscan{.name = "exscan",
                                   .reduces = true,
                                   .in_place = InPlace::kEverywhere,
                                   .buffers = buffers_exscan,
                                   .start = start_exscan};

}  // namespace conformance::collective
