#include "causeway/scheme/receivers.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <vector>

namespace causeway::scheme {

namespace {

using Clusters = std::vector<std::vector<int>>;

/// Of the process at `place` of the cluster, in the order of turns.
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

struct InTurn {
    std::size_t turn;
    int from;
    int to;

    friend auto operator<=>(const InTurn&, const InTurn&) = default;
};

}  // namespace

void visit_in_turn(const Layout& layout, base::FunctionRef<void(int from, int to)> visit) {
    const Clusters clusters = clusters_of(layout);
    std::vector<InTurn> messages;
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
        for (std::size_t place = 0; place < clusters[cluster].size(); ++place) {
            const int from = clusters[cluster][place];
            const std::vector<int> receivers = receivers_of(clusters, cluster, place);
            for (std::size_t turn = 0; turn < receivers.size(); ++turn) {
                if (!layout.only || from == *layout.only || receivers[turn] == *layout.only) {
                    messages.push_back({turn, from, receivers[turn]});
                }
            }
        }
    }
    std::sort(messages.begin(), messages.end());
    for (const InTurn& message : messages) {
        visit(message.from, message.to);
    }
}

Built sent_straight(const Layout& layout, Wanted wanted) {
    const OwnedTrees owned = owned_over(layout);
    Built built = owned.built();
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    visit_in_turn(layout, [&](int from, int to) {
        const schedule::BlockRange blocks = owned.ownership.of_process[static_cast<std::size_t>(from)];
        const bool is_wanted = wanted == Wanted::kAll || from < to;
        for (int b = blocks.first; is_wanted && b < blocks.end(); ++b) {
            builder.transfer(from, to, {b, 1});
        }
    });
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace causeway::scheme
