/// All-to-all in steps: in step k everybody sends to one process what it has for it, and gets something from one.
///
///     step 1: 0-1  2-3  4-5  6-7        (P = 8; a-b: both ways)
///     step 2: 0-2  1-3  4-6  5-7
///     step 3: 0-3  1-2  4-7  5-6        k-th step: a and a XOR k
///     ...
///     step 7: 0-7  1-6  2-5  3-4
///
/// Where P is no power of two, a process sends to the one k places on, and gets from the one k places back. Nobody
/// begins a step before what comes to it in the one before has arrived: MPI libraries wait for it; in the schedule a
/// control message says that it is there. So no process gets more than one message at a time, at the price of a latency
/// for each step, which the direct all-to-all does not pay. Cost (P-1)(L + g(m)) + (P-2) g(0), m being what one process
/// has for another, in one block: exact; (P-2) g(0) more than the library's. Source: Thakur, Rabenseifner, Gropp 2005
/// ("Optimization of collective communication operations in MPICH"), all-to-all.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <bit>
#include <utility>
#include <vector>

namespace causeway::scheme {

namespace {

Built build_alltoall_by_pairwise_exchange(const Layout& layout) {
    const int processes = layout.processes;
    const bool is_power_of_two = std::has_single_bit(static_cast<unsigned>(processes));
    Built built = blocks_of_all_pairs(layout);
    schedule::Builder builder(processes, built.num_blocks, layout.only);
    for (int step = 1; step < processes; ++step) {
        std::vector<schedule::Message> messages;
        for (int process = 0; process < processes; ++process) {
            const int to = is_power_of_two ? process ^ step : (process + step) % processes;
            const schedule::BlockRange blocks = blocks_between(layout, process, to);
            for (int b = blocks.first; b < blocks.end(); ++b) {
                messages.push_back({process, to, {b, 1}});
            }
        }
        take_step(std::move(messages), step + 1 == processes, builder);
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme alltoall_by_pairwise_exchange{
    .name = "alltoall_by_pairwise_exchange",
    .summary = "everybody sends everybody its part, one in each step",
    .source = "Thakur et al. 2005, all-to-all",
    .operation = Operation::kAlltoall,
    .trees = Trees::kByRank,
    .relays = false,
    .rounds = {rounds_of_others, round_of_shifts},
    .build = build_alltoall_by_pairwise_exchange,
};

}  // namespace causeway::scheme
