/// The family of heuristics that order the transfers between clusters (Steffenel, section 5).
///
/// To add one: write one file beside the others that defines a `Heuristic` constant, and add it to
/// heuristics.def. Most are a scoring function for the shared greedy engine (greedy.hpp).
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/inter_cluster/problem.hpp"

#include <string_view>
#include <vector>

namespace causeway::inter_cluster {

struct Heuristic {
    std::string_view name;
    std::string_view summary;  ///< one line for people
    std::string_view source;   ///< paper and section

    /// The sends in order; clusters that cannot be reached are left out.
    std::vector<Send> (*order)(const Problem&) = nullptr;
};

[[nodiscard]] const base::Registry<Heuristic>& heuristics();

}  // namespace causeway::inter_cluster
