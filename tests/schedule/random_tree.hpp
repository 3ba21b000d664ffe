/// Random broadcast trees.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/schedule/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::schedule {

/// A broadcast of one block over a random tree, from `root` if one is given.
inline Schedule random_tree(int num_processes, base::Random& random, std::optional<int> root = std::nullopt) {
    std::vector<int> joined(static_cast<std::size_t>(num_processes));
    std::iota(joined.begin(), joined.end(), 0);
    random.shuffle(joined);
    if (root) {
        std::iter_swap(joined.begin(), std::find(joined.begin(), joined.end(), *root));
    }
    Builder builder(num_processes, 1);
    for (std::size_t i = 1; i < joined.size(); ++i) {
        builder.transfer(joined[static_cast<std::size_t>(random.below(static_cast<int>(i)))], joined[i], {0, 1});
    }
    return builder.finish();
}

}  // namespace causeway::schedule
