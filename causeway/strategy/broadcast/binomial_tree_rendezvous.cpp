/// Binomial tree, rendezvous: as the binomial tree, but each process that has the message asks all its children
/// whether they are ready, and sends as they answer.
///
///     0 ?> 4, 2, 1, then 0 -> 4, 2, 1;   4 ?> 6, 5, then 4 -> 6, 5;   ...        (P = 8)
///
/// Cost ceil(log2 P) (2 g(1) + 3 L) + floor(log2 P) g(m): exact under pLogP when P is a power of two, if a control
/// message costs g(1) and the questions leave within a round trip. For any other P floor and ceiling change places, as
/// in the binomial tree; the empty control messages of this schedule cost g(0). Source: Steffenel, Table 1, "Binomial
/// Tree Rendez-vous".
#include "causeway/strategy/broadcast/binomial_edges.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <cstddef>
#include <vector>

namespace causeway::strategy {

namespace {

Seconds predict_binomial_tree_rendezvous(const BroadcastCase& c) {
    const Seconds handshake = 2 * c.plogp.gap_of(Bytes(1)) + 3 * c.plogp.latency;
    return ceil_log2(c.processes) * handshake + floor_log2(c.processes) * c.plogp.gap_of(c.message);
}

schedule::Schedule build_binomial_tree_rendezvous(const BroadcastLayout& layout) {
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    // Down the tree by number: a process's parent has a smaller one, so that each process receives before it asks.
    std::vector<std::vector<int>> children(static_cast<std::size_t>(layout.processes));
    for_binomial_tree(layout.processes, [&](int from, int to, int /*distance*/) {
        children[static_cast<std::size_t>(from)].push_back(to);
    });
    for (int parent = 0; parent < layout.processes; ++parent) {
        for (const int child : children[static_cast<std::size_t>(parent)]) {
            builder.signal(parent, child);
        }
        for (const int child : children[static_cast<std::size_t>(parent)]) {
            builder.signal(child, parent);
            builder.transfer(parent, child, {0, layout.num_blocks});
        }
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy binomial_tree_rendezvous{
    .name = "binomial_tree_rendezvous",
    .summary = "a binomial tree where each process asks first whether its children are ready",
    .source = "Steffenel, Table 1",
    .cut = Cut::kWhole,
    .predict = predict_binomial_tree_rendezvous,
    .deviation = "as binomial_tree; and g(1) for a control message, where the schedule sends empty ones",
    .build = build_binomial_tree_rendezvous,
};

}  // namespace causeway::strategy
