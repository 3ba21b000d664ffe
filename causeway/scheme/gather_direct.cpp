/// Gather: everybody sends to the root at once.
///
/// All links towards the root are busy from the beginning and no byte crosses one twice: the best for large data. The
/// root takes P-1 messages.
/// Source: the linear algorithm of every MPI library.
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_gather_direct(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    const schedule::RankTree& tree = owned.trees.front();
    Built built = owned.built();
    built.strands.push_back(schedule::gather_over(tree, owned.ownership, schedule::Grain::kRelayed, layout.only));
    return built;
}

}  // namespace

extern constexpr Scheme gather_direct{
    .name = "gather_direct",
    .summary = "everybody sends to the root at once",
    .source = "the linear algorithm of MPI libraries",
    .operation = Operation::kGather,
    .trees = Trees::kNone,
    .relays = false,
    .build = build_gather_direct,
};

}  // namespace causeway::scheme
