/// Segmented binomial tree: the binomial tree for each segment, one segment after another.
///
///     0 -> 4, 2, 1      4 -> 6, 5      2 -> 3      6 -> 7        (P = 8; for each segment)
///
/// Cost ceil(log2 P) L + floor(log2 P) k g(s): exact under pLogP when P is a power of two and every segment has s
/// bytes. For any other P the schedule takes floor(log2 P) L + ceil(log2 P) k g(s), as in the binomial tree. Source:
/// Steffenel, Table 1, "Segmented Binomial Tree".
#include "causeway/schedule/transforms.hpp"
#include "causeway/strategy/broadcast/binomial_edges.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

namespace causeway::strategy {

namespace {

Seconds predict_segmented_binomial_tree(const BroadcastCase& c) {
    return ceil_log2(c.processes) * c.plogp.latency +
           floor_log2(c.processes) * c.num_segments() * c.plogp.gap_of(c.segment);
}

schedule::Schedule build_segmented_binomial_tree(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, 1, layout.only);
    for_binomial_tree(layout.processes, [&](int from, int to, int /*distance*/) {
        builder.transfer(from, to, {0, 1});
    });
    return schedule::segment(builder.finish(), layout.num_blocks);
}

}  // namespace

extern constexpr BroadcastStrategy segmented_binomial_tree{
    .name = "segmented_binomial_tree",
    .summary = "a binomial tree, segment by segment",
    .source = "Steffenel, Table 1",
    .cut = Cut::kSameWay,
    .predict = predict_segmented_binomial_tree,
    .deviation = "for P that is no power of 2 the schedule takes floor(log2 P) L and ceil(log2 P) k g(s)",
    .build = build_segmented_binomial_tree,
};

}  // namespace causeway::strategy
