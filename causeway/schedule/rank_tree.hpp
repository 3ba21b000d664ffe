/// The tree that a broadcast of one block takes, and the other collectives over it.
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace causeway::schedule {

/// Every process but the root has a parent.
struct RankTree {
    int root = 0;
    std::vector<int> parent;                 ///< [process]; the root's is -1
    std::vector<std::vector<int>> children;  ///< [process], in the order in which they are sent to

    [[nodiscard]] int num_processes() const { return static_cast<int>(parent.size()); }
    /// Every process once, each before its children, the children of one after each other.
    [[nodiscard]] std::vector<int> in_preorder() const;
    /// The same the other way round: each behind all that are below it.
    [[nodiscard]] std::vector<int> from_below() const;
};

/// `broadcast`: of one block to all processes, without repetitions, complete (the programs of all).
[[nodiscard]] RankTree tree_of(const Schedule& broadcast);

/// Everybody is a child of the root: from the root on in turn, so that not every root begins with the same process.
[[nodiscard]] RankTree star(int num_processes, int root);

/// The binomial tree over the processes in their order from the root on, for gathers: below a process are some of those
/// that follow it, 0, 1, 3, 7, ... below its first, second, ... child, in the order in which these have gathered them.
[[nodiscard]] RankTree gathering_binomial_tree(int num_processes, int root);

/// How blocks that take the same edge travel.
enum class Grain {
    kCombined,  ///< all in as few messages as there are ranges of them: fewest messages
    kRelayed,   ///< each by itself, passed on when it comes: edges are busy at the same time
};

/// "combined", "relayed".
[[nodiscard]] std::string_view name_of(Grain grain);

/// The blocks of a collective in which processes have data of their own, seen over one tree.
struct Ownership {
    int num_blocks = 1;
    std::vector<BlockRange> of_process;  ///< [process]: its blocks, disjoint; none (count 0) allowed
};

/// All owned blocks go up to the root. Over a tree whose preorder numbers the blocks, what is below an edge is one
/// range. With `only`, the program of that process alone.
[[nodiscard]] Schedule gather_over(const RankTree& tree, const Ownership& ownership, Grain grain,
                                   std::optional<int> only = std::nullopt);

/// After `gather_over` the same tree, as a strand that follows it: all owned blocks go down to everybody who lacks
/// them.
[[nodiscard]] Schedule spread_over(const RankTree& tree, const Ownership& ownership, Grain grain,
                                   std::optional<int> only = std::nullopt);

}  // namespace causeway::schedule
