/// Chain: each process passes the whole message on to the next.
///
///     0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7        (P = 8)
///
/// Cost (P-1) (g(m) + L): exact under pLogP.
/// Source: Steffenel, Table 1, "Chain".
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

namespace causeway::strategy {

namespace {

Seconds predict_chain(const BroadcastCase& c) {
    return (c.processes - 1) * (c.plogp.gap_of(c.message) + c.plogp.latency);
}

schedule::Schedule build_chain(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    for (int p = 1; p < layout.processes; ++p) {
        builder.transfer(p - 1, p, {0, layout.num_blocks});
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy chain{
    .name = "chain",
    .summary = "each process passes the whole message on to the next",
    .source = "Steffenel, Table 1",
    .cut = Cut::kWhole,
    .predict = predict_chain,
    .build = build_chain,
};

}  // namespace causeway::strategy
