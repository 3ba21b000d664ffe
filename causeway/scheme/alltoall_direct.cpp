/// All-to-all: everybody sends everybody its part, to other clusters first.
///
/// No byte crosses a link twice; in which order receivers.hpp says. Every process sends P-1 messages for each block of
/// a part. Source: the linear algorithm of MPI libraries; the order is ours.
#include "causeway/scheme/receivers.hpp"
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_alltoall_direct(const Layout& layout) {
    Built built = blocks_of_all_pairs(layout);
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    visit_in_turn(layout, [&](int from, int to) {
        const schedule::BlockRange blocks = blocks_between(layout, from, to);
        for (int b = blocks.first; b < blocks.end(); ++b) {
            builder.transfer(from, to, {b, 1});
        }
    });
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
