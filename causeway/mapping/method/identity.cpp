/// Process i gets slot i: hosts are filled one after another, as launchers do by default.
///
/// Source: mpirun --map-by slot.
#include "causeway/mapping/method/method.hpp"

#include <numeric>

namespace causeway::mapping {

namespace {

std::vector<int> place_identity(const PlacementProblem& problem, const PlacementEffort&) {
    std::vector<int> slot_of(static_cast<std::size_t>(problem.num_processes()));
    std::iota(slot_of.begin(), slot_of.end(), 0);
    return slot_of;
}

}  // namespace

extern constexpr Method identity{
    .name = "identity",
    .summary = "hosts filled one after another",
    .source = "mpirun --map-by slot",
    .place = place_identity,
};

}  // namespace causeway::mapping
