/// Allreduce over several trees at once: every block goes up one of them to a root, and down one of them again.
///
/// Links carry data both ways at the same time, so that it takes little more than the broadcast over the same trees. A
/// strand for each direction: what goes down does not wait for what still goes up.
/// Source: ours; the trees are those of Beaumont, Marchal and Robert, section 4.
#include "causeway/schedule/reversal.hpp"
#include "causeway/scheme/scheme.hpp"

#include <utility>

namespace causeway::scheme {

namespace {

Built build_allreduce_over_several_trees(const Layout& layout) {
    schedule::Schedule down = only_of(layout.trees.front(), layout.only);
    Built built;
    built.num_blocks = layout.num_blocks;
    built.strands.push_back(schedule::reduction_of(down));
    built.strands.push_back(std::move(down));
    return built;
}

}  // namespace

extern constexpr Scheme allreduce_over_several_trees{
    .name = "allreduce_over_several_trees",
    .summary = "up and down several trees between the clusters at once",
    .source = "ours; trees of Beaumont et al., section 4",
    .operation = Operation::kAllreduce,
    .trees = Trees::kWhole,
    .build = build_allreduce_over_several_trees,
};

}  // namespace causeway::scheme
