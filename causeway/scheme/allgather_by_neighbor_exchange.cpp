/// Allgather: everybody exchanges with its two neighbours in turn, each time what it got the last time.
///
///     round 1: 0-1  2-3  4-5  6-7   m each way         (P = 8; a-b: both ways)
///     round 2: 1-2  3-4  5-6  7-0   2 m: what the pairs of round 1 have
///     round 3: 0-1  2-3  4-5  6-7   2 m: what came in round 2
///     round 4: 1-2  3-4  5-6  7-0   2 m: what came in round 3
///
/// Half the rounds of the ring, with neighbours alone. Cost L + g(m) + (P/2 - 1)(L + g(2 m)), m being what one process
/// has: exact. For an odd P it is the ring, as in Open MPI: (P-1)(L + g(m)).
/// Source: Chen, Zhang, Zhang, Yuan 2005 ("Performance evaluation of allgather algorithms on terascale Linux cluster
/// with fast Ethernet"), neighbor exchange.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::scheme {

namespace {

void exchange_with_neighbors(const Parts& parts, schedule::Builder& builder) {
    const int processes = parts.num_processes();
    if (processes % 2 != 0) {
        pass_around_ring(parts, builder);
        return;
    }
    const auto send = [&](int from, int to, int first, int count) {
        for (const schedule::BlockRange blocks : parts.of(first, count)) {
            builder.transfer(from, to, blocks);
        }
    };
    std::vector<int> latest;  // [process]: the first of the two processes whose parts it sends next
    for (int process = 0; process < processes; ++process) {
        send(process, process ^ 1, process, 1);
        latest.push_back(process & ~1);
    }
    for (int round = 2; round <= processes / 2; ++round) {
        for (int one = round % 2 == 0 ? 1 : 0; one < processes; one += 2) {
            const int other = (one + 1) % processes;
            int& of_one = latest[static_cast<std::size_t>(one)];
            int& of_other = latest[static_cast<std::size_t>(other)];
            send(one, other, of_one, 2);
            send(other, one, of_other, 2);
            std::swap(of_one, of_other);
        }
    }
}

int num_rounds_of_neighbors(int processes) {
    return processes % 2 != 0 ? rounds_of_others(processes) : processes / 2;
}

Round round_of_neighbors(int processes, int round, int process) {
    if (processes % 2 != 0) {
        return round_of_ring(processes, round, process);
    }
    const bool is_next = (process + round) % 2 == 0;
    const int neighbor = (process + (is_next ? 1 : processes - 1)) % processes;
    return {neighbor, neighbor, round == 0 ? 1 : 2};
}

Built build_allgather_by_neighbor_exchange(const Layout& layout) {
    return rounds_of_owned(layout, exchange_with_neighbors);
}

}  // namespace

extern constexpr Scheme allgather_by_neighbor_exchange{
    .name = "allgather_by_neighbor_exchange",
    .summary = "everybody exchanges with its two neighbours in turn what it got the last time",
    .source = "Chen et al. 2005",
    .operation = Operation::kAllgather,
    .trees = Trees::kByRank,
    .rounds = {num_rounds_of_neighbors, round_of_neighbors},
    .build = build_allgather_by_neighbor_exchange,
};

}  // namespace causeway::scheme
