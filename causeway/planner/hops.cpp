#include "causeway/planner/hops.hpp"

#include "causeway/plan/compose.hpp"
#include "causeway/schedule/rank_tree.hpp"

#include <cstddef>

namespace causeway::planner {

std::vector<int> hops_of(const plan::Tree& tree, const platform::Placement& placement) {
    const schedule::RankTree ranks = schedule::tree_of(plan::compose_one_period(tree, placement));
    std::vector<int> hops(ranks.parent.size(), 0);
    for (const int process : ranks.in_preorder()) {
        for (const int child : ranks.children[static_cast<std::size_t>(process)]) {
            hops[static_cast<std::size_t>(child)] = hops[static_cast<std::size_t>(process)] + 1;
        }
    }
    return hops;
}

}  // namespace causeway::planner
