/// Chain, rendezvous: each process that has the message asks the next whether it is ready, and passes it on.
///
///     0 ?> 1, 0 -> 1, then 1 ?> 2, 1 -> 2, ...
///
/// Cost (P-1) (g(m) + 2 g(1) + 3 L): exact under pLogP if a control message costs g(1); the empty control messages of
/// this schedule cost g(0).
/// Source: Steffenel, Table 1, "Chain Rendez-vous".
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

namespace causeway::strategy {

namespace {

Seconds predict_chain_rendezvous(const BroadcastCase& c) {
    return (c.processes - 1) * (c.plogp.gap_of(c.message) + 2 * c.plogp.gap_of(Bytes(1)) + 3 * c.plogp.latency);
}

schedule::Schedule build_chain_rendezvous(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    for (int p = 1; p < layout.processes; ++p) {
        builder.signal(p - 1, p);
        builder.signal(p, p - 1);
        builder.transfer(p - 1, p, {0, layout.num_blocks});
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy chain_rendezvous{
    .name = "chain_rendezvous",
    .summary = "a chain where each process asks first whether the next is ready",
    .source = "Steffenel, Table 1",
    .cut = Cut::kWhole,
    .predict = predict_chain_rendezvous,
    .deviation = "the formula has g(1) for a control message, the schedule sends empty ones",
    .build = build_chain_rendezvous,
};

}  // namespace causeway::strategy
