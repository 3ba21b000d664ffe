/// MPI_Gatherv: a part from each to the root.
#include "tests/conformance/collective/collective.hpp"
#include "tests/conformance/collective/portions.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_gatherv(const Shape& shape) {
    const Portions portions = portions_for_all(shape.count, shape.size);
    const int own = portions.counts[static_cast<std::size_t>(shape.rank)];
    return {.send = {.is_there = !shape.in_place, .elements = own, .count = own},
            .receive = {.is_there = shape.is_root(), .elements = span_of(portions), .portions = portions}};
}

int start_gatherv(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START_WITHOUT_LARGE(call, request, Gatherv, Igatherv, call.send.address, call.send.count,
                                           call.send.datatype, call.receive.address, call.receive.counts.data(),
                                           call.receive.places.data(), call.receive.datatype, call.root, call.comm);
}

}  // namespace

extern constexpr Collective gatherv{.name = "gatherv",
                                    .has_root = true,
                                    .has_large_counts = false,
                                    .in_place = InPlace::kAtTheRoot,
                                    .buffers = buffers_gatherv,
                                    .start = start_gatherv};

}  // namespace conformance::collective
