/// What schemes of scans are made of. Whatever a process combines with its own comes from processes before it, the
/// nearest ones first: operators need not commute.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/schedule/collective.hpp"
#include "causeway/schedule/schedule.hpp"
#include "causeway/scheme/scheme.hpp"

#include <vector>

namespace causeway::scheme {

/// The schedule of a scan, of one strand, whose transfers `fill` enters.
[[nodiscard]] Built scan_built(const Layout& layout,
                               base::FunctionRef<void(const schedule::ScanBlocks&, schedule::Builder&)> fill);

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

}  // namespace causeway::scheme
