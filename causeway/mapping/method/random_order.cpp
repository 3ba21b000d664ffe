/// Slots drawn by lot.
///
/// Source: the usual yardstick; judged by the mean of 100.
#include "causeway/base/random.hpp"
#include "causeway/mapping/method/method.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

namespace causeway::mapping {

namespace {

std::vector<int> place_random_order(const PlacementProblem& problem, const PlacementEffort& effort) {
    base::Random random(effort.seed);
    std::vector<int> slots(static_cast<std::size_t>(problem.num_slots()));
    std::iota(slots.begin(), slots.end(), 0);
    random.shuffle(slots);
    slots.resize(static_cast<std::size_t>(problem.num_processes()));
    return slots;
}

}  // namespace

extern constexpr Method random_order{
    .name = "random",
    .summary = "drawn by lot, the mean of 100",
    .source = "-",
    .place = place_random_order,
    .repetitions = 100,
};

}  // namespace causeway::mapping
