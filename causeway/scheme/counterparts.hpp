/// Data that passes between counterparts: processes at the same place of their clusters.
///
/// The process at place i of a cluster has the one at place i (modulo their number) of every other cluster for a
/// counterpart. What it has crosses once to each of them, and who gets something from outside gives it to all of its
/// own cluster: nothing is collected first, all hosts share the work of a coordinator, their flows start together, and
/// every uplink and downlink carries exactly what it has to, from the first block to the last.
#pragma once

#include "causeway/schedule/rank_tree.hpp"
#include "causeway/schedule/schedule.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

/// Of operations that go one way.
inline constexpr std::size_t kMostStrandsOfCounterparts = 16;

/// Which blocks processes have.
struct Dealt {
    int num_blocks = 1;
    int stride = 1;                           ///< between a process's blocks
    std::vector<schedule::BlockRange> first;  ///< [process]: its first one, and how many it has

    /// Blocks that follow each other.
    [[nodiscard]] static Dealt owned(const schedule::Ownership& ownership);
    /// All blocks of the layout, one to each process in turn, to one of another cluster each time.
    [[nodiscard]] static Dealt in_turn(const Layout& layout);
};

/// Before: every process has its own blocks. After: everybody has all. A strand for each cluster whose processes have
/// them: no cluster's data waits for another's; of more clusters than `most` several share one.
[[nodiscard]] schedule::Strands spread_between_counterparts(const Layout& layout, const Dealt& dealt, std::size_t most);

/// The same, each block's way backwards. Before: everybody has a contribution to every block. After: every process has
/// its own blocks, combined: in each cluster at a counterpart of their owner first.
[[nodiscard]] schedule::Strands combine_between_counterparts(const Layout& layout, const Dealt& dealt,
                                                             std::size_t most);

}  // namespace causeway::scheme
