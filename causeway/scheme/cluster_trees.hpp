/// Schemes over a tree from each cluster.
#pragma once

#include "causeway/schedule/rank_tree.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

/// Strands that an executor carries out at once (mpi::Run::kMostStrands, which keeps one for itself).
inline constexpr std::size_t kMostStrandsAtOnce = 31;
/// Of trees that have one up and one down.
inline constexpr std::size_t kMostPairsOfStrands = kMostStrandsAtOnce / 2;
/// Trees from clusters. An exchange over so many is hundreds of messages for each coordinator.
inline constexpr std::size_t kMostClusterTrees = 128;

/// Of trees that are more than there are strands for them, several to a strand, one after another: strand s has those
/// of `all` with numbers s, s + most, s + 2 most, ... All are of the same processes and blocks.
[[nodiscard]] schedule::Strands in_at_most(std::size_t most, schedule::Strands all);

/// Who takes which of a layout's trees, where each process's data takes one (Trees::kPerCluster of operations in which
/// processes have data of their own): those of one tree are its group.
struct TreeGroups {
    std::vector<std::vector<int>> members;  ///< [tree]: in the order in which the tree comes to them
    std::vector<int> group_of;              ///< [process]: the number of its tree
};

[[nodiscard]] TreeGroups groups_of(const Layout& layout, const std::vector<schedule::RankTree>& trees);

/// How a tree leads from group to group: its nodes are the groups that have members, `first` its root. Each comes
/// behind the one from which the tree comes to it first.
[[nodiscard]] schedule::RankTree tree_between(const schedule::RankTree& tree, const TreeGroups& groups, int first);

/// How a tree leads inside one group, from the first of its members: nobody else is in it.
[[nodiscard]] schedule::RankTree tree_inside(const schedule::RankTree& tree, const TreeGroups& groups, int group);

/// All blocks of these processes, which follow each other from `first` on.
[[nodiscard]] schedule::BlockRange blocks_from(int first, const schedule::Ownership& ownership);

/// Up the tree, combined on the way: what comes to a process is there before it leaves.
void combine_up(const schedule::RankTree& tree, schedule::BlockRange blocks, schedule::Builder& builder);

/// A message of one of several trees that share a strand.
struct Transfer {
    int borders = 0;  ///< between clusters, that its blocks have crossed before
    int from = 0;
    int to = 0;
    schedule::BlockRange blocks;
};

/// All of them, those first whose blocks have crossed fewer borders: in this order what anybody waits for has left
/// before. The programs of all, or of the layout's one.
[[nodiscard]] schedule::Schedule in_order_of_borders(std::vector<Transfer> transfers, int num_blocks,
                                                     const Layout& layout);

/// What processes have of their own, from each cluster down a tree of its own to all. Collected in each cluster at its
/// coordinator, all in one strand, as each process is in one cluster; and spread from there, a strand each, or, over
/// more trees than strands, several in a strand, messages that have crossed fewer borders of clusters first: everybody
/// hears of everybody over the ways that the trees take. Of Trees::kPerCluster. Where not all is wanted, branches
/// outside the cluster get only what somebody on them wants (and what lies between it, in the order of the blocks).
[[nodiscard]] Built spread_from_clusters(const Layout& layout, schedule::Grain grain, Wanted wanted = Wanted::kAll);

}  // namespace causeway::scheme
