/// Barrier: in round k the processes whose numbers differ in bit k tell each other of all they have heard of.
///
///     round 1: 0-1  2-3  4-5  6-7        (P = 8; a-b: both ways)
///     round 2: 0-2  1-3  4-6  5-7
///     round 3: 0-4  1-5  2-6  3-7
///
/// An allreduce of nothing. Cost log2 P (L + g(0)): exact where P is a power of two. For any other P each process from
/// P' = 2^floor(log2 P) on tells the one P' before it before, and is told afterwards: at most (floor(log2 P) + 3)
/// (L + g(0)), the last for what two of them tell one at once. Source: Brooks 1986 ("The butterfly barrier"); the other
/// processes as in Open MPI.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <bit>

namespace causeway::scheme {

namespace {

Built build_barrier_by_recursive_doubling(const Layout& layout) {
    const auto paired = static_cast<int>(std::bit_floor(static_cast<unsigned>(layout.processes)));
    const schedule::BlockRange all{0, layout.num_blocks};
    Built built;
    built.num_blocks = layout.num_blocks;
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    for (int process = paired; process < layout.processes; ++process) {
        builder.reduce(process, process - paired, all);
    }
    for (int distance = 1; distance < paired; distance *= 2) {
        for (int process = 0; process < paired; ++process) {
            if ((process & distance) == 0) {
                builder.exchange(process, process + distance, all);
            }
        }
    }
    for (int process = paired; process < layout.processes; ++process) {
        builder.transfer(process - paired, process, all);
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme barrier_by_recursive_doubling{
    .name = "barrier_by_recursive_doubling",
    .summary = "pairs of processes tell each other of all they have heard of, at twice the distance in every round",
    .source = "Brooks 1986",
    .operation = Operation::kBarrier,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_distances},
    .build = build_barrier_by_recursive_doubling,
};

}  // namespace causeway::scheme
