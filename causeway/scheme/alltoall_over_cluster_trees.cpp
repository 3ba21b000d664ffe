/// All-to-all over a tree from each cluster: what a cluster has for the others leaves it together, and other clusters
/// pass on what is for those behind them.
///
///     a --- b --- c      a has something for b and for c: both cross to b in one message, and what is for c goes on
///
/// Each other cluster that the tree leads to at once has a coordinator of its own in the cluster that the data is from,
/// as far as there are members; each tree has another one in a cluster that passes on. Inside a cluster everybody sends
/// to everybody. For few bytes, where the shortest way to a cluster is over others: the longest of the ways, and of n
/// clusters n (n-1) messages between clusters, as few as of one for each pair. Combined, everybody gets all that one
/// cluster has for its own and takes its part of that; relayed, each gets its parts alone.
/// Source: ours; a cluster's tree is that of Dijkstra 1959, over L + g(m), or of a broadcast.
#include "causeway/schedule/transforms.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <cstddef>
#include <utility>

namespace causeway::scheme {

namespace {

using schedule::BlockRange;
using schedule::RankTree;

/// What one group has for all others, on its way over its tree.
class Outward {
public:
    Outward(const TreeGroups& groups, const Exchanges& exchanges, std::size_t from, RankTree tree)
        : groups_(groups),
          exchanges_(exchanges),
          from_(from),
          tree_(std::move(tree)),
          behind_(groups.members.size(), {0, 0}) {
        for (const int group : tree_.from_below()) {
            const auto place = static_cast<std::size_t>(group);
            if (place == from_) {
                continue;
            }
            const BlockRange own = exchanges_.between(from_, place);
            behind_[place] = {own.first, own.count + behind_[place].count};
            if (const auto before = static_cast<std::size_t>(tree_.parent[place]); before != from_) {
                behind_[before].count += behind_[place].count;
            }
        }
    }

    /// Each way out has a member that sends.
    void collect(std::vector<Transfer>& transfers) const {
        const std::vector<int>& ways = tree_.children[from_];
        for (std::size_t way = 0; way < ways.size(); ++way) {
            collect_for(ways[way], sender(way), transfers);
        }
    }

    /// Between groups and inside those that it comes to.
    void cross(schedule::Grain grain, std::vector<Transfer>& transfers) const {
        const std::vector<int>& ways = tree_.children[from_];
        for (std::size_t way = 0; way < ways.size(); ++way) {
            transfers.push_back({0, sender(way), member_of(ways[way]), behind_[static_cast<std::size_t>(ways[way])]});
        }
        std::vector<int> borders(groups_.members.size(), 0);
        for (const int group : tree_.in_preorder()) {
            const auto place = static_cast<std::size_t>(group);
            if (place == from_) {
                continue;
            }
            borders[place] = borders[static_cast<std::size_t>(tree_.parent[place])] + 1;
            for (const int next : tree_.children[place]) {
                transfers.push_back(
                    {borders[place], member_of(group), member_of(next), behind_[static_cast<std::size_t>(next)]});
            }
            give_out(place, borders[place], grain, transfers);
        }
    }

private:
    [[nodiscard]] int sender(std::size_t way) const {
        const std::vector<int>& members = groups_.members[from_];
        return members[way % members.size()];
    }

    /// Who deals with this tree's data in another group.
    [[nodiscard]] int member_of(int group) const {
        const std::vector<int>& members = groups_.members[static_cast<std::size_t>(group)];
        return members[from_ % members.size()];
    }

    void collect_for(int group, int coordinator, std::vector<Transfer>& transfers) const {
        const std::vector<int>& members = groups_.members[from_];
        for (std::size_t place = 0; place < members.size(); ++place) {
            if (members[place] != coordinator) {
                transfers.push_back({-1, members[place], coordinator,
                                     exchanges_.of_sender(from_, place, static_cast<std::size_t>(group))});
            }
        }
        for (const int next : tree_.children[static_cast<std::size_t>(group)]) {
            collect_for(next, coordinator, transfers);
        }
    }

    void give_out(std::size_t group, int borders, schedule::Grain grain, std::vector<Transfer>& transfers) const {
        const int coordinator = member_of(static_cast<int>(group));
        const std::vector<int>& members = groups_.members[group];
        for (std::size_t place = 0; place < members.size(); ++place) {
            if (members[place] == coordinator) {
                continue;
            }
            if (grain == schedule::Grain::kCombined) {
                transfers.push_back({borders, coordinator, members[place], exchanges_.between(from_, group)});
                continue;
            }
            for (std::size_t sender = 0; sender < groups_.members[from_].size(); ++sender) {
                transfers.push_back(
                    {borders, coordinator, members[place], exchanges_.of_pair(from_, sender, group, place)});
            }
        }
    }

    const TreeGroups& groups_;
    const Exchanges& exchanges_;
    std::size_t from_;
    RankTree tree_;
    std::vector<BlockRange> behind_;  ///< [group]: what is for it and for those that the tree leads to from there
};

/// What a group has stands in the order in which its tree comes to whom it is for; groups without members at the end.
std::vector<std::size_t> order_of(const RankTree& between) {
    std::vector<std::size_t> order;
    std::vector<char> is_there(between.parent.size(), 0);
    for (const int group : between.in_preorder()) {
        order.push_back(static_cast<std::size_t>(group));
        is_there[static_cast<std::size_t>(group)] = 1;
    }
    for (std::size_t group = 0; group < is_there.size(); ++group) {
        if (is_there[group] == 0) {
            order.push_back(group);
        }
    }
    return order;
}

Built build_alltoall_over_cluster_trees(const Layout& layout) {
    std::vector<RankTree> trees;
    for (const schedule::Schedule& broadcast : layout.trees) {
        trees.push_back(schedule::tree_of(broadcast));
    }
    const TreeGroups groups = groups_of(layout, trees);
    std::vector<RankTree> between;
    std::vector<std::vector<std::size_t>> order;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        between.push_back(tree_between(trees[t], groups, static_cast<int>(t)));
        order.push_back(order_of(between.back()));
    }
    Built built;
    built.exchanges = Exchanges(groups.members, layout.num_blocks, order);
    built.num_blocks = built.exchanges.size();
    std::vector<Transfer> transfers;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        if (!groups.members[t].empty()) {
            const Outward outward(groups, built.exchanges, t, std::move(between[t]));
            outward.collect(transfers);
            outward.cross(layout.grain, transfers);
        }
    }
    schedule::Schedule all = in_order_of_borders(std::move(transfers), built.num_blocks, layout);
    schedule::Builder inside(layout.processes, built.num_blocks, layout.only);
    exchange_inside(groups.members, built.exchanges, inside);
    built.strands.push_back(schedule::concatenate(std::move(all), inside.finish()));
    return built;
}

}  // namespace

extern constexpr Scheme alltoall_over_cluster_trees{
    .name = "alltoall_over_cluster_trees",
    .summary = "what a cluster has for others goes down a tree from there, and is handed out inside",
    .source = "ours; trees of Dijkstra 1959",
    .operation = Operation::kAlltoall,
    .trees = Trees::kPerCluster,
    .grains = Grains::kAny,
    .most = Bytes(32 << 10),
    .build = build_alltoall_over_cluster_trees,
};

}  // namespace causeway::scheme
