/// Improves an assignment: straight down to where no single change helps, and by simulated annealing.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/mapping/assignment.hpp"

#include <cstdint>
#include <vector>

namespace causeway::mapping {

/// Who may go where: these processes to the first so many places, where nobody else is.
struct Scope {
    std::vector<int> processes;
    int num_places = 0;

    static Scope all(int num_processes, int num_places);
};

/// Swaps and moves as long as one of them lowers the cost, at most about `steps` looked at. Small assignments end where
/// no swap and no move helps; in large ones a process is tried with those that are where its partners are.
void descend(Assignment& assignment, const Scope& scope, std::int64_t steps);

/// How hot an annealing begins: this many times the mean rise of a random change.
enum class Heat { kHot, kWarm };

/// Simulated annealing: random swaps and moves, taken when they lower the cost, and when they raise it by r with
/// probability exp(-r / T), while T falls level by level. Half of the changes bring a process to where one of its
/// partners is. Uses no function whose last bit depends on the machine, so that all processes of a job may run it and
/// agree.
void anneal(Assignment& assignment, const Scope& scope, Heat heat, std::int64_t steps, base::Random& random);

}  // namespace causeway::mapping
