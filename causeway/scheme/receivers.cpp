#include "causeway/scheme/receivers.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::scheme {

namespace {

using Clusters = std::vector<std::vector<int>>;

/// Of the process at `place` of the cluster.
std::vector<int> receivers_of(const Clusters& clusters, std::size_t cluster, std::size_t place) {
    std::size_t largest = 0;
    for (const std::vector<int>& members : clusters) {
        largest = std::max(largest, members.size());
    }
    std::vector<int> receivers;
    for (std::size_t turn = 0; turn < largest; ++turn) {
        for (std::size_t shift = 1; shift < clusters.size(); ++shift) {
            const std::vector<int>& others = clusters[(cluster + shift) % clusters.size()];
            if (turn < others.size()) {
                receivers.push_back(others[(place + turn) % others.size()]);
            }
        }
    }
    const std::vector<int>& own = clusters[cluster];
    for (std::size_t shift = 1; shift < own.size(); ++shift) {
        receivers.push_back(own[(place + shift) % own.size()]);
    }
    return receivers;
}

}  // namespace

std::vector<std::vector<int>> receivers_in_turn(const Layout& layout) {
    const Clusters clusters = clusters_of(layout);
    std::vector<std::vector<int>> receivers(static_cast<std::size_t>(layout.processes));
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
        for (std::size_t place = 0; place < clusters[cluster].size(); ++place) {
            receivers[static_cast<std::size_t>(clusters[cluster][place])] = receivers_of(clusters, cluster, place);
        }
    }
    return receivers;
}

Built sent_straight(const Layout& layout, Wanted wanted) {
    const OwnedTrees owned = owned_over(layout);
    const std::vector<std::vector<int>> receivers = receivers_in_turn(layout);
    Built built = owned.built();
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    for (std::size_t turn = 0; turn + 1 < receivers.size(); ++turn) {
        for (std::size_t from = 0; from < receivers.size(); ++from) {
            const int to = receivers[from][turn];
            const schedule::BlockRange blocks = owned.ownership.of_process[from];
            const bool is_wanted = wanted == Wanted::kAll || static_cast<int>(from) < to;
            for (int b = blocks.first; is_wanted && b < blocks.end(); ++b) {
                builder.transfer(static_cast<int>(from), to, {b, 1});
            }
        }
    }
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace causeway::scheme
