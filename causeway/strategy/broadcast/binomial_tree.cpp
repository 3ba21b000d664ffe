/// Binomial tree: in every round each process that has the message passes it to one that has not.
///
///     0 -> 4, 2, 1      round 1: 0->4; round 2: 0->2, 4->6; round 3: 0->1, 2->3, 4->5, 6->7
///     4 -> 6, 5
///     2 -> 3            (P = 8)
///     6 -> 7
///
/// Cost ceil(log2 P) L + floor(log2 P) g(m): exact under pLogP when P is a power of two. For any other P
/// the schedule takes floor(log2 P) L + ceil(log2 P) g(m), as if floor and ceiling changed places: the
/// root sends in every round, and the longest way down the tree is one hop shorter than that.
/// Source: Steffenel, Table 1, "Binomial Tree".
#include "causeway/strategy/broadcast/binomial_edges.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

namespace causeway::strategy {

namespace {

Seconds predict_binomial_tree(const BroadcastCase& c) {
    return ceil_log2(c.processes) * c.plogp.latency + floor_log2(c.processes) * c.plogp.gap_of(c.message);
}

schedule::Schedule build_binomial_tree(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    for_binomial_tree(layout.processes, [&](int from, int to, int /*distance*/) {
        builder.transfer(from, to, {0, layout.num_blocks});
    });
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy binomial_tree{
    .name = "binomial_tree",
    .summary = "everybody who has the message passes it on; best for short messages",
    .source = "Steffenel, Table 1",
    .cut = Cut::kWhole,
    .predict = predict_binomial_tree,
    .deviation = "for P that is no power of 2 the schedule takes floor(log2 P) L and ceil(log2 P) g(m)",
    .build = build_binomial_tree,
};

}  // namespace causeway::strategy
