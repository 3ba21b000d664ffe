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
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <bit>

namespace causeway::strategy {

namespace {

/// ceil(log2 n) and floor(log2 n) for n >= 1, in integers: the same on every machine.
int ceil_log2(int n) {
    return n == 1 ? 0 : static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1)));
}
int floor_log2(int n) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(n))) - 1;
}

Seconds predict(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    return ceil_log2(c.processes) * c.plogp.latency + floor_log2(c.processes) * c.plogp.gap_of(c.message);
}

schedule::Schedule build(int processes, int num_blocks, std::optional<int> only) {
    schedule::Builder builder(processes, num_blocks, only);
    const int rounds = ceil_log2(processes);
    for (int round = 0; round < rounds; ++round) {
        // In this round the distance halves; its multiples hold the message already.
        const int distance = 1 << (rounds - 1 - round);
        for (int sender = 0; sender + distance < processes; sender += 2 * distance) {
            builder.transfer(sender, sender + distance, {0, num_blocks});
        }
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy binomial_tree{
    .name = "binomial_tree",
    .summary = "everybody who has the message passes it on; best for short messages",
    .source = "Steffenel, Table 1",
    .segmented = false,
    .predict = predict,
    .build = build,
};

}  // namespace causeway::strategy
