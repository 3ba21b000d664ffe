/// Segmented chain (pipeline): the processes form a chain along which the segments follow each other.
///
///     0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7        (P = 8; segment b leaves 0 at b g(s))
///
/// Cost (P-1) (g(s) + L) + (k-1) g(s): exact under pLogP when every segment has s bytes; a shorter last
/// segment makes it an upper bound.
/// Source: Steffenel, Table 1, "Segmented Chain (Pipeline)".
#include "causeway/schedule/transforms.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

namespace causeway::strategy {

namespace {

Seconds predict_segmented_chain(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    const Seconds gap = c.plogp.gap_of(c.segment);
    return (c.processes - 1) * (gap + c.plogp.latency) + (c.num_segments() - 1.0) * gap;
}

schedule::Schedule build_segmented_chain(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, 1, layout.only);
    for (int p = 1; p < layout.processes; ++p) {
        builder.transfer(p - 1, p, {0, 1});
    }
    return schedule::segment(builder.finish(), layout.num_blocks);
}

}  // namespace

extern constexpr BroadcastStrategy segmented_chain{
    .name = "segmented_chain",
    .summary = "a chain along which segments follow each other; best for large messages",
    .source = "Steffenel, Table 1",
    .cut = Cut::kSameWay,
    .predict = predict_segmented_chain,
    .build = build_segmented_chain,
};

}  // namespace causeway::strategy
