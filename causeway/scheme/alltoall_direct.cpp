/// All-to-all: everybody sends everybody its part, to other clusters first.
///
/// No byte crosses a link twice. Each process takes the other clusters in turn, beginning with the next one, and in
/// each of them the process at its own place first: so in every turn the processes of a cluster send to as many
/// different ones, and all uplinks and downlinks are busy from the beginning to the end. What stays in the cluster
/// comes last, as the uplink is still busy then. Every process sends P-1 messages for each block of a part. Source: the
/// linear algorithm of MPI libraries; the order is ours.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::scheme {

namespace {

using Clusters = std::vector<std::vector<int>>;

/// To whom the process at `place` of the cluster sends, in turn.
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

Built build_alltoall_direct(const Layout& layout) {
    const int processes = layout.processes;
    Built built = blocks_of_all_pairs(layout);
    const Clusters clusters = clusters_of(layout);
    std::vector<std::vector<int>> receivers(static_cast<std::size_t>(processes));
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
        for (std::size_t place = 0; place < clusters[cluster].size(); ++place) {
            receivers[static_cast<std::size_t>(clusters[cluster][place])] = receivers_of(clusters, cluster, place);
        }
    }
    schedule::Builder builder(processes, built.num_blocks, layout.only);
    for (int turn = 0; turn < processes - 1; ++turn) {
        for (int from = 0; from < processes; ++from) {
            const int to = receivers[static_cast<std::size_t>(from)][static_cast<std::size_t>(turn)];
            const schedule::BlockRange blocks = blocks_between(layout, from, to);
            for (int b = blocks.first; b < blocks.end(); ++b) {
                builder.transfer(from, to, {b, 1});
            }
        }
    }
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
