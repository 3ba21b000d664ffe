/// MPI_Allgather: an equal part from each to all.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_allgather(const Shape& shape) {
    return {.send = {.is_there = !shape.in_place, .elements = shape.count, .count = shape.count},
            .receive = {.is_there = true, .elements = std::int64_t{shape.count} * shape.size, .count = shape.count}};
}

int start_allgather(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START(call, request, Allgather, Iallgather, call.send.address, call.send.count,
                             call.send.datatype, call.receive.address, call.receive.count, call.receive.datatype,
                             call.comm);
}

}  // namespace

extern constexpr Collective allgather{
    .name = "allgather", .in_place = InPlace::kEverywhere, .buffers = buffers_allgather, .start = start_allgather};

}  // namespace conformance::collective
