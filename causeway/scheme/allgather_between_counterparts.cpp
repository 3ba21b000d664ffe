/// Allgather: every process sends its data to one process of each other cluster, which passes it on there.
///
/// The process at place i of a cluster sends to the one at place i (modulo their number) of every other cluster; who
/// gets something from outside gives it to all of its own cluster, and everybody gives its own data to them, too. So
/// nothing is collected first, all hosts share the work of a coordinator, their flows start together, and every uplink
/// and downlink carries exactly what it has to from the first block to the last: with n clusters of p processes (n-1) p
/// m bytes, the least there can be. A strand for each cluster that sends: no cluster's data waits for another's.
/// Source: ours; several coordinators as in the broadcast over several trees.
#include "causeway/scheme/scheme.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::scheme {

namespace {

using Clusters = std::vector<std::vector<int>>;

/// Of many clusters several share a strand.
constexpr std::size_t kMostStrands = 16;

/// From `process`, at `place`, to the others of its cluster, its successor first.
void give_to_others(const std::vector<int>& members, std::size_t place, int block, schedule::Builder& builder) {
    for (std::size_t shift = 1; shift < members.size(); ++shift) {
        builder.transfer(members[place], members[(place + shift) % members.size()], {block, 1});
    }
}

/// All that one cluster has.
void add(const Clusters& clusters, std::size_t cluster, const schedule::Ownership& ownership, const Layout& layout,
         schedule::Builder& builder) {
    const std::vector<int>& members = clusters[cluster];
    for (int part = 0; part < layout.num_blocks; ++part) {
        const auto block_of = [&](std::size_t place) {
            return ownership.of_process[static_cast<std::size_t>(members[place])].first + part;
        };
        for (std::size_t place = 0; place < members.size(); ++place) {
            for (std::size_t shift = 1; shift < clusters.size(); ++shift) {
                const std::vector<int>& others = clusters[(cluster + shift) % clusters.size()];
                builder.transfer(members[place], others[place % others.size()], {block_of(place), 1});
            }
            give_to_others(members, place, block_of(place), builder);
        }
        for (std::size_t shift = 1; shift < clusters.size(); ++shift) {
            const std::vector<int>& others = clusters[(cluster + shift) % clusters.size()];
            for (std::size_t place = 0; place < members.size(); ++place) {
                give_to_others(others, place % others.size(), block_of(place), builder);
            }
        }
    }
}

Built build_allgather_between_counterparts(const Layout& layout) {
    const Clusters clusters = clusters_of(layout);
    const OwnedTrees owned = owned_over(layout);  // without trees: the blocks alone
    Built built = owned.built();
    const std::size_t strands = std::min(kMostStrands, clusters.size());
    for (std::size_t strand = 0; strand < strands; ++strand) {
        schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
        for (std::size_t cluster = strand; cluster < clusters.size(); cluster += strands) {
            add(clusters, cluster, owned.ownership, layout, builder);
        }
        built.strands.push_back(builder.finish());
    }
    return built;
}

}  // namespace

extern constexpr Scheme allgather_between_counterparts{
    .name = "allgather_between_counterparts",
    .summary = "from each process to one of each other cluster, which passes it on",
    .source = "ours",
    .operation = Operation::kAllgather,
    .trees = Trees::kNone,
    .build = build_allgather_between_counterparts,
};

}  // namespace causeway::scheme
