/// Schedules made from schedules. Each also works on a schedule that holds one process's program
/// only, and then gives that process's program of the result.
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <span>
#include <vector>

namespace causeway::schedule {

/// The pipelined form: `one_block`, a schedule of one block and no repetition, carried out for each
/// of `num_blocks` blocks in turn, all blocks in flight; or only for every `stride`-th of them from `first` on.
[[nodiscard]] Schedule segment(const Schedule& one_block, int num_blocks, int first = 0, int stride = 1);

/// The schedule for the processes `members` of a larger set: process i becomes `members[i]` of
/// `num_processes`.
[[nodiscard]] Schedule embed(const Schedule& inner, std::span<const int> members, int num_processes);

/// Adds embed(inner, members, P) behind what the P processes of `whole` do, in time that does not depend on P. Both
/// have the same blocks.
void append(Schedule& whole, const Schedule& inner, std::span<const int> members);

/// The same transfers on a finer partition of the data: block b becomes the `factor` blocks from
/// b * factor on, cut off at `num_blocks`. Requires inner.num_blocks = ceil(num_blocks / factor).
[[nodiscard]] Schedule refine(const Schedule& inner, int num_blocks, int factor);

/// Lets `leader` pass on what it gets: each range of blocks that it receives in `outer` (or, if it receives none, first
/// sends) goes on to others at once, in the way of `inner`, a schedule of one block from `leader` to processes that
/// have no part in `outer`. Gives the programs of the processes of `inner`. Where `outer` holds one process's program
/// only, it is the leader's.
[[nodiscard]] Schedule relay(const Schedule& outer, int leader, const Schedule& inner);

/// Every process carries out its program of `first`, then its program of `second`. Both have the
/// same processes and blocks.
[[nodiscard]] Schedule concatenate(Schedule first, const Schedule& second);

}  // namespace causeway::schedule
