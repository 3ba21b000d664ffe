/// Ways to place processes: ours, and those it is compared with.
///
/// To add a method: one file beside the others that defines a `Method` constant, and its line in methods.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/mapping/placement_effort.hpp"
#include "causeway/mapping/placement_problem.hpp"

#include <string_view>
#include <vector>

namespace causeway::mapping {

struct Method {
    std::string_view name;
    std::string_view summary;
    std::string_view source;

    /// A slot of its own for every process, [process].
    std::vector<int> (*place)(const PlacementProblem& problem, const PlacementEffort& effort) = nullptr;

    /// A method that draws by lot is judged by its mean over so many seeds.
    int repetitions = 1;
    /// More processes take it too long to be tried for comparison.
    int most_processes = kMostProcesses;

    static constexpr int kMostProcesses = traffic::kMostProcesses;
};

[[nodiscard]] const base::Registry<Method>& methods();

/// The mean cost over a method's repetitions.
[[nodiscard]] PlacementCost mean_cost(const Method& method, const PlacementProblem& problem,
                                      const PlacementEffort& effort);

}  // namespace causeway::mapping
