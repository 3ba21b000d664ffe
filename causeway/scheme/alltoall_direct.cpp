/// All-to-all: everybody sends everybody its part, to other clusters first.
///
/// No byte crosses a link twice; in which order receivers.hpp says. Every process sends P-1 messages for each block of
/// a part. Source: the linear algorithm of MPI libraries; the order is ours.
#include "causeway/scheme/receivers.hpp"
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

namespace {

Built build_alltoall_direct(const Layout& layout) {
    const int processes = layout.processes;
    Built built = blocks_of_all_pairs(layout);
    const std::vector<std::vector<int>> receivers = receivers_in_turn(layout);
    schedule::Builder builder(processes, built.num_blocks, layout.only);
    for (int turn = 0; turn < processes - 1; ++turn) {
        for (int from = 0; from < processes; ++from) {
            const int to = receivers[static_cast<std::size_t>(from)][static_cast<std::size_t>(turn)];
            const schedule::BlockRange blocks = blocks_between(layout, from, to);
            for (int b = blocks.first; b < blocks.end(); ++b) {
                builder.transfer(from, to, {b, 1});
            }
        }
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme alltoall_direct{
    .name = "alltoall_direct",
    .summary = "everybody sends everybody its part, to other clusters first",
    .source = "the linear algorithm of MPI libraries; order ours",
    .operation = Operation::kAlltoall,
    .trees = Trees::kNone,
    .relays = false,
    .build = build_alltoall_direct,
};

}  // namespace causeway::scheme
