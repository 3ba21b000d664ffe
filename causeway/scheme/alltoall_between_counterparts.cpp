/// All-to-all: what one process has for another cluster crosses the link in one message.
///
///     0 1 2 3 | 4 5 6 7   P = 8: 1 sends what it has for 4, 5, 6 and 7 to 5, which gives 4, 6 and 7 theirs; 0 to 4, 2
///                         to 6, 3 to 7; the other way likewise
///
/// The process at place i of a cluster sends to the one at place i (modulo their number) of every other cluster, which
/// hands out what is not its own. Inside a cluster everybody sends to everybody. For small parts: of p q messages from
/// a cluster of p processes to one of q, p are left, each of q m bytes, and nothing is collected first: one hop less
/// than through coordinators, and the work is everybody's. Every process sends in one round to the n - 1 other
/// clusters, L + g(q m) each, then (n - 1)(q - 1) parts inside. Source: ours; the allgather between counterparts.
#include "causeway/scheme/scheme.hpp"

#include <cstddef>

namespace causeway::scheme {

namespace {

using Clusters = std::vector<std::vector<int>>;

/// Calls `add(from, sender, to)` for every process, by its place, and every other cluster: the next ones first.
template <typename Add>
void for_other_clusters(const Clusters& clusters, const Add& add) {
    for (std::size_t shift = 1; shift < clusters.size(); ++shift) {
        for (std::size_t from = 0; from < clusters.size(); ++from) {
            for (std::size_t sender = 0; sender < clusters[from].size(); ++sender) {
                add(from, sender, (from + shift) % clusters.size());
            }
        }
    }
}

Built build_alltoall_between_counterparts(const Layout& layout) {
    const Clusters clusters = clusters_of(layout);
    Built built;
    built.exchanges = Exchanges(clusters, layout.num_blocks);
    built.num_blocks = built.exchanges.size();
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    for_other_clusters(clusters, [&](std::size_t from, std::size_t sender, std::size_t to) {
        builder.transfer(clusters[from][sender], clusters[to][sender % clusters[to].size()],
                         built.exchanges.of_sender(from, sender, to));
    });
    exchange_inside(clusters, built.exchanges, builder);
    for_other_clusters(clusters, [&](std::size_t from, std::size_t sender, std::size_t to) {
        const std::vector<int>& members = clusters[to];
        const std::size_t counterpart = sender % members.size();
        for (std::size_t shift = 1; shift < members.size(); ++shift) {
            const std::size_t receiver = (counterpart + shift) % members.size();
            builder.transfer(members[counterpart], members[receiver],
                             built.exchanges.of_pair(from, sender, to, receiver));
        }
    });
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme alltoall_between_counterparts{
    .name = "alltoall_between_counterparts",
    .summary = "what one process has for another cluster crosses the link in one message",
    .source = "ours; the allgather between counterparts",
    .operation = Operation::kAlltoall,
    .trees = Trees::kNone,
    .most = Bytes(32 << 10),
    .build = build_alltoall_between_counterparts,
};

}  // namespace causeway::scheme
