/// MPI_Reduce_scatter_block: everybody's data, combined, and divided evenly.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_reduce_scatter_block(const Shape& shape) {
    const std::int64_t all = std::int64_t{shape.count} * shape.size;
    Buffers buffers{.send = {.is_there = !shape.in_place, .elements = all, .count = shape.count},
                    .receive = {.is_there = true, .elements = shape.count, .count = shape.count}};
    if (shape.in_place) {
        buffers.receive.elements = all;
        buffers.receive.undefined_from = shape.count;
        buffers.receive.undefined_to = all;
    }
    return buffers;
}

int start_reduce_scatter_block(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START(call, request, Reduce_scatter_block, Ireduce_scatter_block, call.send.address,
                             call.receive.address, call.receive.count, call.receive.datatype, call.operation,
                             call.comm);
}

}  // namespace

extern constexpr Collective reduce_scatter_block{.name = "reduce_scatter_block",
                                                 .reduces = true,
                                                 .in_place = InPlace::kEverywhere,
                                                 .buffers = buffers_reduce_scatter_block,
                                                 .start = start_reduce_scatter_block};

}  // namespace conformance::collective
