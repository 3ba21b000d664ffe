/// Schedules made from schedules. Each also works on a schedule that holds one process's program
/// only, and then gives that process's program of the result.
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <span>
#include <vector>

namespace causeway::schedule {

/// The pipelined form: `one_block`, a schedule of one block and no repetition, carried out for each
/// of `num_blocks` blocks in turn, all blocks in flight.
[[nodiscard]] Schedule segment(const Schedule& one_block, int num_blocks);

/// The schedule for the processes `members` of a larger set: process i becomes `members[i]` of
/// `num_processes`.
[[nodiscard]] Schedule embed(const Schedule& inner, std::span<const int> members, int num_processes);

/// The same transfers on a finer partition of the data: block b becomes the `factor` blocks from
/// b * factor on, cut off at `num_blocks`. Requires inner.num_blocks = ceil(num_blocks / factor).
[[nodiscard]] Schedule refine(const Schedule& inner, int num_blocks, int factor);

/// Every process carries out its program of `first`, then its program of `second`. Both have the
/// same processes and blocks.
[[nodiscard]] Schedule concatenate(Schedule first, const Schedule& second);

}  // namespace causeway::schedule
