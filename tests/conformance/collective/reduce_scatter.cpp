/// MPI_Reduce_scatter: everybody's data, combined, and divided unevenly.
#include "tests/conformance/collective/collective.hpp"
#include "tests/conformance/collective/portions.hpp"

#include <numeric>

namespace conformance::collective {

namespace {

Buffers buffers_reduce_scatter(const Shape& shape) {
    const Portions portions = portions_for_all(shape.count, shape.size);
    const std::int64_t all = std::accumulate(portions.counts.begin(), portions.counts.end(), std::int64_t{0});
    const int own = portions.counts[static_cast<std::size_t>(shape.rank)];
    Buffers buffers{.send = {.is_there = !shape.in_place, .elements = all},
                    .receive = {.is_there = true, .elements = own, .portions = portions}};
    if (shape.in_place) {
        buffers.receive.elements = all;
        buffers.receive.undefined_from = own;
        buffers.receive.undefined_to = all;
    }
    return buffers;
}

int start_reduce_scatter(const Call& call, MPI_Request* request) {
    return CONFORMANCE_START_WITHOUT_LARGE(call, request, Reduce_scatter, Ireduce_scatter, call.send.address,
                                           call.receive.address, call.receive.counts.data(), call.receive.datatype,
                                           call.operation, call.comm);
}

}  // namespace

extern constexpr Collective reduce_scatter{.name = "reduce_scatter",
                                           .reduces = true,
                                           .has_large_counts = false,
                                           .in_place = InPlace::kEverywhere,
                                           .buffers = buffers_reduce_scatter,
                                           .start = start_reduce_scatter};

}  // namespace conformance::collective
