/// The family of algorithms that order the transfers between clusters (Steffenel, section 5): heuristics that
/// construct one schedule, and those that search for a better or the best one.
///
/// To add one: write one file beside the others that defines a `Heuristic` constant, and add it to
/// heuristics.def. Most are a scoring function for the shared greedy engine (greedy.hpp).
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/inter_cluster/cluster_problem.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace causeway::inter_cluster {

/// What an algorithm that searches aims at and how much it may do; the others need neither.
struct OrderEffort {
    /// So little that every rank of a job can afford it whenever it plans: about a millisecond.
    static constexpr std::int64_t kPlanningSteps = 1000;

    /// By which reading schedules are compared.
    Completion completion = Completion::kSequential;
    /// Schedules tried (`search`) or bounds computed (`optimal`). Limited by nothing else, the answer is the same
    /// on every machine.
    std::int64_t steps = kPlanningSteps;
    /// The share of a time budget that is used up, 1 and more: stop. Null: time does not matter. With it answers
    /// depend on how fast the machine is.
    std::function<double()> time_used;
    std::uint64_t seed = 1;
};

/// No limit but the time `budget`, which begins now.
[[nodiscard]] OrderEffort effort_of(Completion completion, Seconds budget, std::uint64_t seed);

/// What an algorithm found.
struct Answer {
    /// In order; clusters that cannot be reached are left out.
    std::vector<Send> sends;
    /// No schedule that reaches as many clusters is over earlier, by the reading of the effort. The makespan itself:
    /// `sends` is optimal, and proven so. Absent: not known.
    std::optional<Seconds> lower_bound;
    /// The effort was used up before the algorithm was done.
    bool stopped_early = false;
    /// What was done of `OrderEffort::steps`.
    std::int64_t steps = 0;
};

struct Heuristic {
    std::string_view name;
    std::string_view summary;  ///< one line for people
    std::string_view source;   ///< paper and section

    /// The sends in order; clusters that cannot be reached are left out. Algorithms that search do it with the
    /// default effort. Throws InputError when the problem has no such root.
    std::vector<Send> (*order)(const ClusterProblem&) = nullptr;

    /// For algorithms that search; null for those that construct their one schedule.
    Answer (*improve)(const ClusterProblem&, const OrderEffort&) = nullptr;

    /// It is meant for so many clusters. It answers for more, but hardly keeps what its name promises.
    int most_clusters = std::numeric_limits<int>::max();
};

[[nodiscard]] const base::Registry<Heuristic>& heuristics();

/// Asks `heuristic` in the way it wants to be asked. Throws InputError when the problem has no such root.
[[nodiscard]] Answer solve(const Heuristic& heuristic, const ClusterProblem& problem, const OrderEffort& effort);

}  // namespace causeway::inter_cluster
