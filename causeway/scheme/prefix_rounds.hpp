/// What schemes of scans are made of. Whatever a process combines with its own comes from processes before it, the
/// nearest ones first: operators need not commute.
#pragma once

#include "causeway/schedule/collective.hpp"
#include "causeway/schedule/schedule.hpp"
#include "causeway/scheme/scheme.hpp"

#include <vector>

namespace causeway::scheme {

/// No strands yet.
[[nodiscard]] Built built_for_scan(const Layout& layout);

/// All processes.
[[nodiscard]] std::vector<int> all_processes(const Layout& layout);

/// Before: each of the processes, in the order of their ranks, holds something in the results. After: each holds that
/// of those before it as well, combined. ceil(log2 P) rounds, at twice the distance in every round.
///
///     round 1: 0>1  1>2  2>3  3>4  4>5        (P = 6; a>b: a to b)
///     round 2: 0>2  1>3  2>4  3>5
///     round 3: 0>4  1>5
void combine_prefixes(const std::vector<int>& processes, const schedule::ScanBlocks& blocks,
                      schedule::Builder& builder);

/// Ranks that follow each other in one cluster: what a scan of data goes through once.
using Run = std::vector<int>;

/// All of them, in order.
[[nodiscard]] std::vector<Run> runs_of(const Layout& layout);

/// Before: each process of the run holds its contribution in the totals. After: the last one holds them all, combined.
/// ceil(log2 P) rounds.
void combine_at_last(const Run& run, const schedule::ScanBlocks& blocks, schedule::Builder& builder);

/// The last process of every run sends its totals to the first one of each later run, who combines them with its
/// result.
void send_totals_ahead(const std::vector<Run>& runs, const schedule::ScanBlocks& blocks, schedule::Builder& builder);

}  // namespace causeway::scheme
