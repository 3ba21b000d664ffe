/// Grids on which several ways lead from each cluster to each other one.
#pragma once

#include "tests/support/random_grid.hpp"

#include <random>
#include <string>

namespace causeway::several_trees {

/// Every two of `clusters` clusters joined by a link of their own of 5 to 20 MB/s; uplinks that never limit.
inline test::Grid joined_pairwise(int clusters, std::mt19937_64& random) {
    test::Grid grid;
    for (int c = 0; c < clusters; ++c) {
        platform::Cluster cluster;
        cluster.name = "s" + std::to_string(c);
        cluster.num_hosts = 2;
        cluster.plogp = test::affine_plogp(5e-5, 1e-5, 1e9);
        cluster.uplink_capacity = BytesPerSecond(1e9);
        cluster.downlink_capacity = BytesPerSecond(1e9);
        grid.platform.clusters.push_back(cluster);
    }
    for (int from = 0; from < clusters; ++from) {
        for (int to = from + 1; to < clusters; ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            link.plogp =
                test::affine_plogp(test::random_real(random, 3e-3, 1.2e-2), 2e-5, test::random_real(random, 5e6, 2e7));
            grid.platform.links.push_back(link);
        }
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

}  // namespace causeway::several_trees
