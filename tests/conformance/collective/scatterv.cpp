/// MPI_Scatterv: a part from the root to each.
#include "tests/conformance/collective/collective.hpp"
#include "tests/conformance/collective/portions.hpp"

namespace conformance::collective {

namespace {

Buffers buffers_scatterv(const Shape& shape) {
    const Portions portions = portions_for_all(shape.count, shape.size);
    const int own = portions.counts[static_cast<std::size_t>(shape.rank)];
    return {.send = {.is_there = shape.is_root(), .elements = span_of(portions), .portions = portions},
            .receive = {.is_there = !shape.in_place, .elements = own, .count = own}};
}

int start_scatterv(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START_WITHOUT_LARGE(
        call, request, Scatterv, Iscatterv, call.send.address, call.send.counts.data(), call.send.places.data(),
        call.send.datatype, call.receive.address, call.receive.count, call.receive.datatype, call.root, call.comm);
}

}  // namespace

extern constexpr Collective scatterv{.name = "scatterv",
                                     .has_root = true,
                                     .has_large_counts = false,
                                     .in_place = InPlace::kAtTheRoot,
                                     .buffers = buffers_scatterv,
                                     .start = start_scatterv};

}  // namespace conformance::collective
