/// MPI_Alltoallv: a part from each to each.
#include "tests/conformance/collective/collective.hpp"
#include "tests/conformance/collective/portions.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_alltoallv(const Shape& shape) {
    const Portions portions = portions_with_all(shape.count, shape.rank, shape.size);
    const BufferUse data{.is_there = true, .elements = span_of(portions), .portions = portions};
    Buffers buffers{.send = data, .receive = data};
    buffers.send.is_there = !shape.in_place;
    return buffers;
}

int start_alltoallv(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START_WITHOUT_LARGE(call, request, Alltoallv, Ialltoallv, call.send.address,
                                           call.send.counts.data(), call.send.places.data(), call.send.datatype,
                                           call.receive.address, call.receive.counts.data(), call.receive.places.data(),
                                           call.receive.datatype, call.comm);
}

}  // namespace

extern constexpr Collective alltoallv{.name = "alltoallv",
                                      .has_large_counts = false,
                                      .in_place = InPlace::kEverywhere,
                                      .buffers = buffers_alltoallv,
                                      .start = start_alltoallv};

}  // namespace conformance::collective
