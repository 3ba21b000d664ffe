/// All-to-all: what one cluster has for another crosses the link in one message.
///
///     0 1 2 3 | 4 5 6 7   P = 8: what 1, 2 and 3 have for the others across they give to 0, which sends all of it to
///     4,
///                         which hands it out to 5, 6 and 7; the other way likewise
///
/// A member of cluster A collects what all of A have for cluster B, sends it to a member of B, and that one hands it
/// out. Each other cluster has a coordinator of its own, as far as there are members. Inside a cluster everybody sends
/// to everybody. Combined, everybody gets all in one message and takes its own part: the cluster's network carries each
/// part p times. Relayed, each gets its own parts alone, one message for each of them. For small parts: of p q messages
/// between clusters of p and q processes one is left, L + g(p q m) in the place of L + p q g(m), and two hops inside
/// are added, the second of (q - 1) g(p q m), or of p (q - 1) g(m) where parts are not that small. Source: MagPIe
/// (Kielmann et al. 1999) has the message for each pair of clusters; the rest is ours.
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

void give_out(const Clusters& clusters, const Exchanges& exchanges, schedule::Grain grain, schedule::Builder& builder) {
    for (std::size_t to = 0; to < clusters.size(); ++to) {
        for (std::size_t shift = 1; shift < clusters.size(); ++shift) {
            const std::size_t from = (to + shift) % clusters.size();
            const int coordinator = coordinator_for(clusters, to, from);
            for (std::size_t place = 0; place < clusters[to].size(); ++place) {
                if (clusters[to][place] == coordinator) {
                    continue;
                }
                if (grain == schedule::Grain::kCombined) {
                    builder.transfer(coordinator, clusters[to][place], exchanges.between(from, to));
                    continue;
                }
                for (std::size_t sender = 0; sender < clusters[from].size(); ++sender) {
                    builder.transfer(coordinator, clusters[to][place], exchanges.of_pair(from, sender, to, place));
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
    exchange_inside(clusters, built.exchanges, builder);
    give_out(clusters, built.exchanges, layout.grain, builder);
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
    .grains = Grains::kAny,
    .most = Bytes(32 << 10),
    .build = build_alltoall_through_coordinators,
};

}  // namespace causeway::scheme
