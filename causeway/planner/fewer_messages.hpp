/// Which of about equal plans is the first.
#pragma once

#include "causeway/planner/task.hpp"

#include <vector>

namespace causeway::planner {

/// Of about equal times the first is that which loads least what clusters share; then that of the largest blocks: the
/// fewest messages; then that of the shallowest tree, as each process on the way takes its time to wake up: which
/// latencies of few bytes tell, whose times are held to be equal within less. But data longer than `part` that
/// processes have of their own is cut, as longer messages shake hands, which links that were not measured that far do
/// not tell; and goes without coordinators, as the flows of many hosts are at full speed sooner than those of a few.
/// `ranking` is best first.
void prefer_fewer_messages(const Task& task, Bytes part, std::vector<Candidate>& ranking);

}  // namespace causeway::planner
