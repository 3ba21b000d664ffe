/// MPI_Alltoallw: a part from each to each, with a datatype for each.
#include "tests/conformance/collective/collective.hpp"
#include "tests/conformance/collective/portions.hpp"

namespace conformance::collective {

namespace {

BufferUse use_of(const Portions& portions) {
    return {.is_there = true, .elements = span_of(portions), .portions = portions};
}

/// Where it is not in place, other sizes one way than the other.
Buffers buffers_alltoallw(const Shape& shape) {
    if (shape.in_place) {
        return {.receive = use_of(portions_with_all(shape.count, shape.rank, shape.size))};
    }
    return {.send = use_of(portions_from(shape.count, shape.rank, shape.size)),
            .receive = use_of(portions_to(shape.count, shape.rank, shape.size))};
}

int start_alltoallw(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START_WITHOUT_LARGE(call, request, Alltoallw, Ialltoallw, call.send.address,
                                           call.send.counts.data(), call.send.byte_places.data(),
                                           call.send.datatypes.data(), call.receive.address, call.receive.counts.data(),
                                           call.receive.byte_places.data(), call.receive.datatypes.data(), call.comm);
}

}  // namespace

extern constexpr Collective alltoallw{.name = "alltoallw",
                                      .has_large_counts = false,
                                      .in_place = InPlace::kEverywhere,
                                      .buffers = buffers_alltoallw,
                                      .start = start_alltoallw};

}  // namespace conformance::collective
