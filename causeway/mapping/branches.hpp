/// Changes of whole groups of processes that talk among themselves, which single swaps do not find.
#pragma once

#include "causeway/mapping/annealing.hpp"
#include "causeway/mapping/assignment.hpp"

#include <cstdint>
#include <vector>

namespace causeway::mapping {

/// The processes of every branch of the dendrogram of what the talks cost, single ones left out: groups that talk more
/// among themselves than with others. Of more than 512 processes none: the lists would be long.
[[nodiscard]] std::vector<std::vector<int>> branches_of(const Talks& talks, const Target& target);

/// As long as that lowers the objective, two branches of equal size, each wholly at one place of the scope, change
/// places; at most about `steps` changes are looked at.
void exchange_branches(Assignment& assignment, const Scope& scope, const std::vector<std::vector<int>>& branches,
                       std::int64_t steps);

}  // namespace causeway::mapping
