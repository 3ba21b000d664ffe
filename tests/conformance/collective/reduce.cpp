/// MPI_Reduce: everybody's data, combined, to the root.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_reduce(const Shape& shape) {
    const BufferUse data{.is_there = true, .elements = shape.count, .count = shape.count};
    Buffers buffers{.send = data, .receive = data};
    buffers.send.is_there = !shape.in_place;
    buffers.receive.is_there = shape.is_root();
    return buffers;
}

int start_reduce(const Call& call, MPI_Request* request) {
    const Argument& described = call.send.address != MPI_IN_PLACE ? call.send : call.receive;
    return CONFORMANCE_START(call, request, Reduce, Ireduce, call.send.address, call.receive.address, described.count,
                             described.datatype, call.operation, call.root, call.comm);
}

}  // namespace

extern constexpr Collective reduce{.name = "reduce",
                                   .has_root = true,
                                   .reduces = true,
                                   .in_place = InPlace::kAtTheRoot,
                                   .buffers = buffers_reduce,
                                   .start = start_reduce};

}  // namespace conformance::collective
