/// Several trees that share the data (Trees::kShared), and the one order of all that moves over them.
///
/// The data takes its trees in parts, all at once. The more of a process's blocks on a tree a block stands behind, the
/// later it moves, for all processes alike; and after each message between clusters it is passed on so much later as
/// such messages take (Layout::lag). So routes are busy in the proportions that the parts give them from the beginning
/// to the end, in one strand in which nothing waits for what comes later.
///
/// Source: ours; a periodic schedule (Beaumont, Marchal and Robert, section 2) of as many sources as there are.
#pragma once

#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

/// Every process's blocks go to the root of the trees, Layout::root.
[[nodiscard]] Built gathered_over_shared_trees(const Layout& layout);

/// They come from there.
[[nodiscard]] Built scattered_over_shared_trees(const Layout& layout);

/// They go to all others.
[[nodiscard]] Built spread_over_shared_trees(const Layout& layout);

/// They come from all others, who each have a contribution, combined on the way.
[[nodiscard]] Built combined_over_shared_trees(const Layout& layout);

/// All have contributions to the same blocks: each goes up one of the trees, combined, and down to all.
[[nodiscard]] Built combined_for_all_over_shared_trees(const Layout& layout);

/// What each process has for each other one goes by the clusters that a tree from its own cluster leads through: of
/// those trees the ones that have parts of the receiver's, or straight where there are none.
[[nodiscard]] Built exchanged_over_shared_trees(const Layout& layout);

}  // namespace causeway::scheme
