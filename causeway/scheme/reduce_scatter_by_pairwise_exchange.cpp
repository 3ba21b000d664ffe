/// Reduce-scatter in steps: in step k everybody gives the process k places on what it has for it, and combines what
/// comes from the process k places back with its own.
///
///     step 1: 0->1  1->2  2->3 ... 7->0        (P = 8)
///     step 2: 0->2  1->3  2->4 ... 7->1
///     ...
///     step 7: 0->7  1->0  2->1 ... 7->6
///
/// P-1 messages to as many processes, with what is for one each. For long data. Nobody begins a step before what comes
/// to it in the one before has arrived: MPI libraries wait for it; in the schedule a control message says that it is
/// there. Cost (P-1)(L + g(m)) + (P-2) g(0), m being what one process gets: exact; (P-2) g(0) more than the library's.
/// Source: Thakur, Rabenseifner, Gropp 2005 ("Optimization of collective communication operations in MPICH"),
/// reduce-scatter.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <utility>
#include <vector>

namespace causeway::scheme {

namespace {

void combine_in_steps(const Parts& parts, schedule::Builder& builder) {
    const int processes = parts.num_processes();
    for (int step = 1; step < processes; ++step) {
        std::vector<schedule::Message> messages;
        for (int process = 0; process < processes; ++process) {
            const int to = (process + step) % processes;
            for (const schedule::BlockRange blocks : parts.of(to, 1)) {
                messages.push_back({process, to, blocks, true});
            }
        }
        take_step(std::move(messages), step + 1 == processes, builder);
    }
}

Built build_reduce_scatter_by_pairwise_exchange(const Layout& layout) {
    return rounds_of_owned(layout, combine_in_steps);
}

}  // namespace

extern constexpr Scheme reduce_scatter_by_pairwise_exchange{
    .name = "reduce_scatter_by_pairwise_exchange",
    .summary = "everybody gives everybody what it has for it, one in each step",
    .source = "Thakur et al. 2005, reduce-scatter",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_others, round_of_shifts},
    .build = build_reduce_scatter_by_pairwise_exchange,
};

}  // namespace causeway::scheme
