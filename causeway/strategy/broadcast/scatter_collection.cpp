/// Scatter / collection: the message is scattered over the processes along a binomial tree, a part for each; then the
/// parts go round a ring until everybody has them all.
///
///     scatter   0 -> 4: parts 4..7;  0 -> 2: 2..3, 4 -> 6: 6..7;  0 -> 1: 1, 2 -> 3: 3, 4 -> 5: 5, 6 -> 7: 7
///     ring      p -> p+1: part p, then p-1, p-2, ...        (P = 8)
///
/// The inner processes of the tree get more than their own part; what the next process has already does not go round
/// again.
///
/// Cost (log2 P + P - 1) L + 2 ((P-1)/P) g(m): of the schedule's transfers, an estimate. It has no gap of an empty
/// message for each of the log2 P + P - 1 rounds, so it is short where that gap counts; and it knows neither that parts
/// go round while others are still being scattered, nor which ones need not, so it is long for large messages. Source:
/// Steffenel, Table 1, "Scatter/Collection"; Barnett, Shuler, van de Geijn et al., Interprocessor collective
/// communication library (1994).
#include "causeway/strategy/broadcast/binomial_edges.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::strategy {

namespace {

Seconds predict_scatter_collection(const BroadcastCase& c) {
    if (c.processes == 1) {
        return Seconds(0.0);
    }
    const int rounds = ceil_log2(c.processes) + c.processes - 1;
    return rounds * c.plogp.latency +
           2.0 * (c.processes - 1) / static_cast<double>(c.processes) * c.plogp.gap_of(c.message);
}

schedule::Schedule build_scatter_collection(const BroadcastLayout& layout) {
    const int processes = layout.processes;
    schedule::Builder builder(processes, layout.num_blocks, layout.only);
    /// The first block of each part; parts may be empty where there are fewer blocks than processes.
    const auto begin_of = [&](int part) {
        return static_cast<int>(std::int64_t{part} * layout.num_blocks / processes);
    };
    const auto transfer = [&](int from, int to, int first_part, int end_part) {
        const schedule::BlockRange blocks{begin_of(first_part), begin_of(end_part) - begin_of(first_part)};
        if (blocks.count > 0) {
            builder.transfer(from, to, blocks);
        }
    };
    // scattered_to[p]: the end of the parts that p has after the scatter; they begin with its own.
    std::vector<int> scattered_to(static_cast<std::size_t>(processes), processes);
    for_binomial_tree(processes, [&](int from, int to, int distance) {
        const int end = std::min(to + distance, processes);
        scattered_to[static_cast<std::size_t>(to)] = end;
        transfer(from, to, to, end);
    });
    for (int round = 1; round < processes && round <= layout.most_rounds; ++round) {
        for (int from = 0; from + 1 < processes; ++from) {
            const int to = from + 1;
            const int part = (from - round + 1 + processes) % processes;
            const bool has_it = part >= to && part < scattered_to[static_cast<std::size_t>(to)];
            if (!has_it) {
                transfer(from, to, part, part + 1);
            }
        }
    }
    return builder.finish();
}

}  // namespace

extern constexpr BroadcastStrategy scatter_collection{
    .name = "scatter_collection",
    .summary = "scattered along a tree, collected round a ring; for large messages",
    .source = "Steffenel, Table 1",
    .cut = Cut::kPerProcess,
    .predict = predict_scatter_collection,
    .deviation = "no g(0) for each of the rounds, which overlap; parts that the next process has do not go round",
    .build = build_scatter_collection,
};

}  // namespace causeway::strategy
