/// Segmented flat tree: the root sends the first segment to everybody, then the second, ...
///
///     0 -> 1, 2, 3, 4, 5, 6, 7        (P = 8; for each segment)
///
/// Cost L + (P-1) k g(s): exact under pLogP when every segment has s bytes; a shorter last segment makes it an upper
/// bound.
/// Source: Steffenel, Table 1, "Segmented Flat Tree".
#include "causeway/schedule/transforms.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

namespace causeway::strategy {

namespace {

Seconds predict_segmented_flat_tree(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    return c.plogp.latency + (c.processes - 1) * c.num_segments() * c.plogp.gap_of(c.segment);
}

schedule::Schedule build_segmented_flat_tree(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, 1, layout.only);
    for (int child = 1; child < layout.processes; ++child) {
        builder.transfer(0, child, {0, 1});
    }
    return schedule::segment(builder.finish(), layout.num_blocks);
}

}  // namespace

extern constexpr BroadcastStrategy segmented_flat_tree{
    .name = "segmented_flat_tree",
    .summary = "a flat tree, segment by segment",
    .source = "Steffenel, Table 1",
    .cut = Cut::kSameWay,
    .predict = predict_segmented_flat_tree,
    .build = build_segmented_flat_tree,
};

}  // namespace causeway::strategy
