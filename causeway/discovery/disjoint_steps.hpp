/// Which groups of hosts may measure at the same time.
#pragma once

#include <cstddef>
#include <vector>

namespace causeway::discovery {

/// The groups (each of different members, 0 .. num_members - 1) in steps, [step] indices into `groups`: those of one
/// step have no member in common and are `most` at most (0: any number). Each group takes the first step in which it
/// fits.
[[nodiscard]] std::vector<std::vector<std::size_t>> disjoint_steps(const std::vector<std::vector<int>>& groups,
                                                                   int num_members, int most);

}  // namespace causeway::discovery
