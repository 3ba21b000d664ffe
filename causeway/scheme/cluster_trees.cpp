#include "causeway/scheme/cluster_trees.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

Built spread_from_clusters(const Layout& layout, schedule::Grain grain) {
    const OwnedTrees owned = owned_over(layout);
    const std::vector<schedule::RankTree>& trees = owned.trees;
    const std::vector<schedule::Ownership> over = over_trees(owned.ownership, layout);
    Built built = owned.built();
    for (std::size_t t = 0; t < trees.size(); ++t) {
        built.strands.push_back(schedule::gather_over(trees[t], over[t], grain, layout.only));
        built.strands.push_back(schedule::spread_over(trees[t], over[t], grain, layout.only));
    }
    return built;
}

}  // namespace causeway::scheme
