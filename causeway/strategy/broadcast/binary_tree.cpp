/// Binary tree: each process that has the message passes it to two others.
///
///     0 -> 1, 2     1 -> 3, 4     2 -> 5, 6     3 -> 7        (P = 8)
///
/// Cost ceil(log2 P) (2 g(m) + L): an upper bound, as the source says; the tree has only floor(log2 P) levels, and on
/// the last one the longest way need not be there.
/// Source: Steffenel, Table 1, "Binary Tree".
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"
#include "causeway/strategy/broadcast/logarithms.hpp"

namespace causeway::strategy {

namespace {

Seconds predict_binary_tree(const BroadcastCase& c) {
    return ceil_log2(c.processes) * (2 * c.plogp.gap_of(c.message) + c.plogp.latency);
}

schedule::Schedule build_binary_tree(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    for (int p = 1; p < layout.processes; ++p) {
        builder.transfer((p - 1) / 2, p, {0, layout.num_blocks});
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy binary_tree{
    .name = "binary_tree",
    .summary = "each process passes the whole message to two others",
    .source = "Steffenel, Table 1",
    .cut = Cut::kWhole,
    .predict = predict_binary_tree,
    .deviation = "an upper bound: the tree has floor(log2 P) levels, and its longest way may be cut off",
    .build = build_binary_tree,
};

}  // namespace causeway::strategy
