/// What the collectives promise, in the words of schedules: who holds what of every block, before and after.
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <functional>
#include <string>
#include <vector>

namespace causeway::schedule {

/// What a process holds of some blocks: the contributions of these processes, combined. Data that is only copied is the
/// contribution of the process that it comes from.
struct Holding {
    BlockRange blocks;
    std::vector<int> contributors;  ///< ascending
};

/// What a collective starts from and ends with.
struct Collective {
    std::string name;
    /// What a process holds of a schedule's blocks at the beginning.
    std::function<std::vector<Holding>(int process, const Schedule&)> before;
    /// What it holds, at least, at the end.
    std::function<std::vector<Holding>(int process, const Schedule&)> after;
    /// Whether a contribution may be combined with a block more than once: where only matters whether it is there.
    bool may_repeat = false;
    /// Whether what comes from a process before must be of processes before all those whose contributions are there,
    /// and what comes from one behind of processes behind them: operators need not commute then.
    bool is_in_order = false;
};

/// Before: the root holds every block. After: everybody does.
[[nodiscard]] Collective broadcast(int root);

/// Before: everybody holds its contribution to every block. After: the root holds them combined.
[[nodiscard]] Collective reduce(int root);

/// After: everybody holds the contributions to every block, combined.
[[nodiscard]] Collective allreduce();

/// The same of blocks without data: everybody has heard of everybody, no matter how often.
[[nodiscard]] Collective barrier();

/// Before: every process holds the blocks that it owns, [block]. After: the root holds all.
[[nodiscard]] Collective gather(int root, std::vector<int> owners);

/// Before: the root holds all blocks. After: every process holds the blocks that it owns, [block].
[[nodiscard]] Collective scatter(int root, std::vector<int> owners);

/// Before: every process holds the blocks that it owns, [block]. After: everybody holds all.
[[nodiscard]] Collective allgather(std::vector<int> owners);

/// The same, but everybody holds only those of the processes up to itself.
[[nodiscard]] Collective allgather_up_to_self(std::vector<int> owners);

/// Before: every process holds the blocks of which it is the source, [block]. After: those that are meant for it,
/// [block].
[[nodiscard]] Collective alltoall(std::vector<int> sources, std::vector<int> destinations);

/// Before: every process holds the blocks that it owns, [block]. After: those to whom it sends hold them, [process].
[[nodiscard]] Collective neighbor_allgather(std::vector<int> owners, std::vector<std::vector<int>> receivers);

/// Before: everybody holds its contribution to every block. After: every process holds the contributions to the blocks
/// that it owns, [block], combined.
[[nodiscard]] Collective reduce_scatter(std::vector<int> owners);

/// The blocks of a scan: those of its results, first, first + 1, ..., and as many more for what a process hands on
/// beside its result.
struct ScanBlocks {
    BlockRange results;
    BlockRange totals;
};

[[nodiscard]] ScanBlocks scan_blocks(int num_blocks);

/// Before: everybody holds its contribution to every result, and the same in the totals. After: every process holds its
/// results combined with those of all processes before it.
[[nodiscard]] Collective scan();

}  // namespace causeway::schedule
