/// Allreduce: in round k the processes whose numbers differ in bit k exchange all they have combined so far.
///
/// ceil(log2 P) rounds with all of the data each: for few bytes. Where P is no power of two the first processes give
/// what they have to their neighbours before, and get the result from them afterwards. Nothing is known of the network.
/// Source: Thakur, Rabenseifner, Gropp 2005 ("Optimization of collective communication operations in MPICH"), 4.4.
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build(const Layout& layout) {
    int doubled = 1;  // processes that take part in the rounds
    while (2 * doubled <= layout.processes) {
        doubled *= 2;
    }
    const int left_over = layout.processes - doubled;
    const schedule::BlockRange all{0, layout.num_blocks};
    const auto process_at = [&](int place) { return place < left_over ? 2 * place + 1 : place + left_over; };
    Built built;
    built.num_blocks = layout.num_blocks;
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    for (int i = 0; i < left_over; ++i) {
        builder.reduce(2 * i, 2 * i + 1, all);
    }
    for (int distance = 1; distance < doubled; distance *= 2) {
        for (int place = 0; place < doubled; ++place) {
            if ((place & distance) == 0) {
                builder.exchange(process_at(place), process_at(place + distance), all);
            }
        }
    }
    for (int i = 0; i < left_over; ++i) {
        builder.transfer(2 * i + 1, 2 * i, all);
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme allreduce_by_recursive_doubling{
    .name = "allreduce_by_recursive_doubling",
    .summary = "pairs of processes exchange all they have, at twice the distance in every round",
    .source = "Thakur et al. 2005, 4.4",
    .operation = Operation::kAllreduce,
    .trees = Trees::kByRank,
    .library = LibraryUse{.most = Bytes(16 << 10)},
    .build = build,
};

}  // namespace causeway::scheme
