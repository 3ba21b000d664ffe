/// Schedules carried out backwards: a broadcast that becomes a reduction, a gather that becomes a scatter.
///
/// Every transfer goes the other way, the last one first. Control messages are left out. Each also works on a schedule
/// that holds one process's program only.
#pragma once

#include "causeway/schedule/schedule.hpp"

namespace causeway::schedule {

/// The reduction to the root of `broadcast`, in which every process gets every block once: what went down to a process
/// comes up from it, combined with what it got from others. The blocks are numbered from the other end, so that the
/// first ones of a pipeline arrive first. (Steffenel, section 6, names reduce as the reversed broadcast.)
[[nodiscard]] Schedule reduction_of(const Schedule& broadcast);

/// A reduction of one block in which every process receives from the nearest ranks first: if what comes from each is of
/// ranks that follow each other, what it combines is so as well, at every time.
[[nodiscard]] Schedule nearest_first(Schedule reduction);

/// The scatter from the root of `gather`, a schedule without repetitions.
[[nodiscard]] Schedule scatter_of(const Schedule& gather);

}  // namespace causeway::schedule
