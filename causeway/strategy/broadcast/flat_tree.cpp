/// Flat tree: the root sends the whole message to everybody, one after another.
///
///     0 -> 1, 2, 3, 4, 5, 6, 7        (P = 8)
///
/// Cost L + (P-1) g(m): exact under pLogP.
/// Source: Steffenel, Table 1, "Flat Tree".
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

namespace causeway::strategy {

namespace {

Seconds predict_flat_tree(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    return c.plogp.latency + (c.processes - 1) * c.plogp.gap_of(c.message);
}

schedule::Schedule build_flat_tree(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    for (int child = 1; child < layout.processes; ++child) {
        builder.transfer(0, child, {0, layout.num_blocks});
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy flat_tree{
    .name = "flat_tree",
    .summary = "the root sends to everybody in turn; best for very few processes",
    .source = "Steffenel, Table 1",
    .cut = Cut::kWhole,
    .predict = predict_flat_tree,
    .build = build_flat_tree,
};

}  // namespace causeway::strategy
