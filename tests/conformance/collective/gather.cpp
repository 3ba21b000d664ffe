/// MPI_Gather: an equal part from each to the root.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_gather(const Shape& shape) {
    return {.send = {.is_there = !shape.in_place, .elements = shape.count, .count = shape.count},
            .receive = {
                .is_there = shape.is_root(), .elements = std::int64_t{shape.count} * shape.size, .count = shape.count}};
}

int start_gather(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START(call, request, Gather, Igather, call.send.address, call.send.count, call.send.datatype,
                             call.receive.address, call.receive.count, call.receive.datatype, call.root, call.comm);
}

}  // namespace

extern constexpr Collective gather{.name = "gather",
                                   .has_root = true,
                                   .in_place = InPlace::kAtTheRoot,
                                   .buffers = buffers_gather,
                                   .start = start_gather};

}  // namespace conformance::collective
