/// Scatter: the root sends everybody its part.
///
/// No byte crosses a link twice: the best for large data. The root sends P-1 messages. The last one to arrive is what
/// counts: who is far is served first, while what is for others leaves the root behind it.
///
///     root  ->  f f n n      far: 2 messages and the way      two messages earlier than  n n f f
///
/// Source: the linear algorithm of every MPI library; the order is Jackson's for one machine with delivery times,
/// "Scheduling a production line to minimize maximum tardiness" (1955).
#include "causeway/schedule/reversal.hpp"
#include "causeway/scheme/scheme.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::scheme {

namespace {

/// Everybody's place among the clusters that are served: behind all where the layout does not say.
std::vector<std::size_t> turns_of_processes(const Layout& layout) {
    std::vector<std::size_t> result(static_cast<std::size_t>(layout.processes), 0);
    if (layout.cluster_of_process.empty()) {
        return result;
    }
    for (std::size_t process = 0; process < result.size(); ++process) {
        const auto turn = std::ranges::find(layout.turns, layout.cluster_of_process[process]);
        result[process] = static_cast<std::size_t>(turn - layout.turns.begin());
    }
    return result;
}

/// All others are children of the root, in the order of turns, and in each of them of the ranks, as in MPI libraries.
schedule::RankTree star_in_turns(const Layout& layout) {
    schedule::RankTree star = schedule::star(layout.processes, layout.root);
    std::vector<int>& served = star.children[static_cast<std::size_t>(layout.root)];
    const std::vector<std::size_t> turns = turns_of_processes(layout);
    std::ranges::sort(served, {},
                      [&](int process) { return std::pair(turns[static_cast<std::size_t>(process)], process); });
    std::ranges::reverse(served);  // what is a gather's last is a scatter's first
    return star;
}

Built build_scatter_direct(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout, {star_in_turns(layout)});
    const schedule::RankTree& tree = owned.trees.front();
    Built built = owned.built();
    built.strands.push_back(
        schedule::scatter_of(schedule::gather_over(tree, owned.ownership, schedule::Grain::kRelayed, layout.only)));
    return built;
}

}  // namespace

extern constexpr Scheme scatter_direct{
    .name = "scatter_direct",
    .summary = "the root sends everybody its part, those first who are far",
    .source = "the linear algorithm of MPI libraries; Jackson (1955)",
    .operation = Operation::kScatter,
    .trees = Trees::kNone,
    .relays = false,
    .takes_turns = true,
    .build = build_scatter_direct,
};

}  // namespace causeway::scheme
