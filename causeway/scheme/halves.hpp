/// A tree cut in two at the first edge of its root: what combines inside both halves and meets over that edge.
#pragma once

#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

/// All blocks of the layout's one tree are combined inside each half, exchanged over the edge between them, and come
/// down in both halves: three strands. Everybody ends with what all had.
[[nodiscard]] Built meet_over_first_edge(const Layout& layout);

}  // namespace causeway::scheme
