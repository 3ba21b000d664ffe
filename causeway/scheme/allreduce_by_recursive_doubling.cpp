/// Allreduce: in round k the processes whose numbers differ in bit k exchange all they have combined so far.
///
///     round 1: 0-1  2-3  4-5  6-7        (P = 8; a-b: both ways)
///     round 2: 0-2  1-3  4-6  5-7
///     round 3: 0-4  1-5  2-6  3-7
///
/// Cost log2 P (L + g(m)): exact for blocks as large as the data where P is a power of two. For any other P the second
/// of each of the first P - 2^floor(log2 P) pairs gives what it has to the first before, and gets the result from it
/// afterwards: at most 2 (L + g(m)) more. For few bytes. Nothing is known of the network.
/// Source: Thakur, Rabenseifner, Gropp 2005 ("Optimization of collective communication operations in MPICH"), reduce
/// and allreduce.
#include "causeway/scheme/pairs.hpp"
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allreduce_by_recursive_doubling(const Layout& layout) {
    const PairedProcesses paired(layout.processes);
    const schedule::BlockRange all{0, layout.num_blocks};
    Built built;
    built.num_blocks = layout.num_blocks;
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    paired.fold(all, builder);
    for (int distance = 1; distance < paired.num_places(); distance *= 2) {
        for (int place = 0; place < paired.num_places(); ++place) {
            if ((place & distance) == 0) {
                builder.exchange(paired.process_at(place), paired.process_at(place + distance), all);
            }
        }
    }
    paired.unfold(all, builder);
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme allreduce_by_recursive_doubling{
    .name = "allreduce_by_recursive_doubling",
    .summary = "pairs of processes exchange all they have, at twice the distance in every round",
    .source = "Thakur et al. 2005, reduce and allreduce",
    .operation = Operation::kAllreduce,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_distances},
    .build = build_allreduce_by_recursive_doubling,
};

}  // namespace causeway::scheme
