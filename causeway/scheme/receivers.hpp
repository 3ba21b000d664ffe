/// In which order those send that send everybody something straight.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

/// Each process to all others, in turns: of every turn one message of each, the senders ascending. To other clusters
/// first: a process takes them one after another, beginning with the next one, and in each of them the process at its
/// own place first: so in every turn the processes of a cluster send to as many different ones, and all uplinks and
/// downlinks are busy from the beginning to the end. What stays in the cluster comes last, as the uplink is still busy
/// then. Of `layout.only` alone those that it has a part in, in the same order.
void visit_in_turn(const Layout& layout, base::FunctionRef<void(int from, int to)> visit);

/// Among more processes what each sends all others is more messages than a latency or two are worth.
inline constexpr int kMostSentStraight = 48;

/// What processes have of their own, straight from each to everybody who wants it: one strand, no tree.
[[nodiscard]] Built sent_straight(const Layout& layout, Wanted wanted = Wanted::kAll);

}  // namespace causeway::scheme
