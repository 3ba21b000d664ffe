#include "causeway/planner/depth.hpp"

#include "causeway/plan/compose.hpp"
#include "causeway/schedule/rank_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::planner {

int depth_of(const plan::Plan& plan, const platform::Placement& placement) {
    if (plan.trees.empty()) {
        return 0;
    }
    if (plan.trees.front().segments_per_period() > 1 || !plan.trees.front().carries.empty()) {
        return placement.num_processes();
    }
    const schedule::RankTree tree = schedule::tree_of(plan::compose_one_period(plan.trees.front(), placement));
    std::vector<int> depth(tree.parent.size(), 0);
    int most = 0;
    for (const int process : tree.in_preorder()) {
        for (const int child : tree.children[static_cast<std::size_t>(process)]) {
            depth[static_cast<std::size_t>(child)] = depth[static_cast<std::size_t>(process)] + 1;
            most = std::max(most, depth[static_cast<std::size_t>(child)]);
        }
    }
    return most;
}

}  // namespace causeway::planner
