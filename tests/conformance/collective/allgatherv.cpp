/// MPI_Allgatherv: a part from each to all.
#include "tests/conformance/collective/collective.hpp"
#include "tests/conformance/collective/portions.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_allgatherv(const Shape& shape) {
    const Portions portions = portions_for_all(shape.count, shape.size);
    const int own = portions.counts[static_cast<std::size_t>(shape.rank)];
    return {.send = {.is_there = !shape.in_place, .elements = own, .count = own},
            .receive = {.is_there = true, .elements = span_of(portions), .portions = portions}};
}

int start_allgatherv(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START_WITHOUT_LARGE(call, request, Allgatherv, Iallgatherv, call.send.address, call.send.count,
                                           call.send.datatype, call.receive.address, call.receive.counts.data(),
                                           call.receive.places.data(), call.receive.datatype, call.comm);
}

}  // namespace

extern constexpr Collective allgatherv{.name = "allgatherv",
                                       .has_large_counts = false,
                                       .in_place = InPlace::kEverywhere,
                                       .buffers = buffers_allgatherv,
                                       .start = start_allgatherv};

}  // namespace conformance::collective
