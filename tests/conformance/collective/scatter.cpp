/// MPI_Scatter: an equal part from the root to each.
#include "tests/conformance/collective/collective.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_scatter(const Shape& shape) {
    return {
        .send = {.is_there = shape.is_root(), .elements = std::int64_t{shape.count} * shape.size, .count = shape.count},
        .receive = {.is_there = !shape.in_place, .elements = shape.count, .count = shape.count}};
}

int start_scatter(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START(call, request, Scatter, Iscatter, call.send.address, call.send.count, call.send.datatype,
                             call.receive.address, call.receive.count, call.receive.datatype, call.root, call.comm);
}

}  // namespace

extern constexpr Collective scatter{.name = "scatter",
                                    .has_root = true,
                                    .in_place = InPlace::kAtTheRoot,
                                    .buffers = buffers_scatter,
                                    .start = start_scatter};

}  // namespace conformance::collective
