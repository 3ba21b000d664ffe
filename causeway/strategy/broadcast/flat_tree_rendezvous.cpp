/// Flat tree, rendezvous: as the flat tree, but the root asks every process whether it is ready and sends when it is.
///
///     0 ?> 1, 2, 3, ...   then, as each answers,   0 -> 1, 2, 3, ...
///
/// All questions leave at once, so that their round trips overlap.
///
/// Cost 3 L + (P-1) g(m) + 2 g(1): exact under pLogP if a control message costs g(1) and the questions leave within a
/// round trip; the empty control messages of this schedule cost g(0).
/// Source: Steffenel, Table 1, "Flat Tree Rendez-vous".
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

namespace causeway::strategy {

namespace {

Seconds predict_flat_tree_rendezvous(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    return 3 * c.plogp.latency + (c.processes - 1) * c.plogp.gap_of(c.message) + 2 * c.plogp.gap_of(Bytes(1));
}

schedule::Schedule build_flat_tree_rendezvous(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    for (int child = 1; child < layout.processes; ++child) {
        builder.signal(0, child);
    }
    for (int child = 1; child < layout.processes; ++child) {
        builder.signal(child, 0);
        builder.transfer(0, child, {0, layout.num_blocks});
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy flat_tree_rendezvous{
    .name = "flat_tree_rendezvous",
    .summary = "a flat tree whose root asks first whether the others are ready",
    .source = "Steffenel, Table 1",
    .cut = Cut::kWhole,
    .predict = predict_flat_tree_rendezvous,
    .deviation =
        "the formula has g(1) for a control message, the schedule sends empty ones; it has no time for asking many",
    .build = build_flat_tree_rendezvous,
};

}  // namespace causeway::strategy
