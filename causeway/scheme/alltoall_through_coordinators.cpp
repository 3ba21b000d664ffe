/// All-to-all: what one cluster has for another crosses the link in one message.
///
/// A member of cluster A collects what all of A have for cluster B, sends it to a member of B, and that one gives all
/// of it to all of B, who take their own. Each other cluster has a coordinator of its own, as far as there are members.
/// Inside a cluster everybody sends to everybody. For small parts: of (P - p) messages that a process of a cluster of p
/// sends to others, one is left for each other cluster; but the cluster's network carries each part p times.
/// Source: MagPIe (Kielmann et al. 1999) has the message for each pair of clusters; the rest is ours.
#include "causeway/scheme/scheme.hpp"

#include <cstddef>

namespace causeway::scheme {

namespace {

using Clusters = std::vector<std::vector<int>>;

/// Among the members of `cluster`, the one that deals with `other`.
int coordinator_for(const Clusters& clusters, std::size_t cluster, std::size_t other) {
    const std::size_t shift = (other + clusters.size() - cluster) % clusters.size();
    const std::vector<int>& members = clusters[cluster];
    return members[(shift - 1) % members.size()];
}

void collect(const Clusters& clusters, const Exchanges& exchanges, schedule::Builder& builder) {
    for (std::size_t shift = 1; shift < clusters.size(); ++shift) {
        for (std::size_t from = 0; from < clusters.size(); ++from) {
            const std::size_t to = (from + shift) % clusters.size();
            const int coordinator = coordinator_for(clusters, from, to);
            for (std::size_t place = 0; place < clusters[from].size(); ++place) {
                if (clusters[from][place] != coordinator) {
                    builder.transfer(clusters[from][place], coordinator, exchanges.of_sender(from, place, to));
                }
            }
        }
    }
}

void cross(const Clusters& clusters, const Exchanges& exchanges, schedule::Builder& builder) {
    for (std::size_t shift = 1; shift < clusters.size(); ++shift) {
        for (std::size_t from = 0; from < clusters.size(); ++from) {
            const std::size_t to = (from + shift) % clusters.size();
            builder.transfer(coordinator_for(clusters, from, to), coordinator_for(clusters, to, from),
                             exchanges.between(from, to));
        }
    }
}

/// Everybody to everybody in the same cluster.
void exchange_inside(const Clusters& clusters, const Exchanges& exchanges, int parts, schedule::Builder& builder) {
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
        const std::vector<int>& members = clusters[cluster];
        for (std::size_t shift = 1; shift < members.size(); ++shift) {
            for (std::size_t place = 0; place < members.size(); ++place) {
                const std::size_t other = (place + shift) % members.size();
                const int first = exchanges.of_sender(cluster, place, cluster).first + static_cast<int>(other) * parts;
                builder.transfer(members[place], members[other], {first, parts});
            }
        }
    }
}

void give_out(const Clusters& clusters, const Exchanges& exchanges, schedule::Builder& builder) {
    for (std::size_t to = 0; to < clusters.size(); ++to) {
        for (std::size_t shift = 1; shift < clusters.size(); ++shift) {
            const std::size_t from = (to + shift) % clusters.size();
            const int coordinator = coordinator_for(clusters, to, from);
            for (const int member : clusters[to]) {
                if (member != coordinator) {
                    builder.transfer(coordinator, member, exchanges.between(from, to));
                }
            }
        }
    }
}

Built build_alltoall_through_coordinators(const Layout& layout) {
    const Clusters clusters = clusters_of(layout);
    Built built;
    built.exchanges = Exchanges(clusters, layout.num_blocks);
    built.num_blocks = built.exchanges.size();
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    collect(clusters, built.exchanges, builder);
    cross(clusters, built.exchanges, builder);
    exchange_inside(clusters, built.exchanges, layout.num_blocks, builder);
    give_out(clusters, built.exchanges, builder);
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme alltoall_through_coordinators{
    .name = "alltoall_through_coordinators",
    .summary = "what one cluster has for another crosses the link in one message",
    .source = "ours; messages between clusters of MagPIe",
    .operation = Operation::kAlltoall,
    .trees = Trees::kNone,
    .most = Bytes(32 << 10),
    .build = build_alltoall_through_coordinators,
};

}  // namespace causeway::scheme
