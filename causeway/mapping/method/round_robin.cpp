/// One process to each host in turn, again and again while hosts have free slots.
///
/// Source: mpirun --map-by node.
#include "causeway/mapping/method/method.hpp"

#include <cstddef>

namespace causeway::mapping {

namespace {

std::vector<int> place_round_robin(const PlacementProblem& problem, const PlacementEffort&) {
    std::vector<std::vector<int>> slots(static_cast<std::size_t>(problem.slots.num_hosts()));  // [host]
    for (int slot = 0; slot < problem.num_slots(); ++slot) {
        slots[static_cast<std::size_t>(problem.slots.host_of[static_cast<std::size_t>(slot)])].push_back(slot);
    }
    std::vector<int> slot_of;
    const auto wanted = static_cast<std::size_t>(problem.num_processes());
    for (std::size_t round = 0; slot_of.size() < wanted; ++round) {
        for (const std::vector<int>& host : slots) {
            if (round < host.size() && slot_of.size() < wanted) {
                slot_of.push_back(host[round]);
            }
        }
    }
    return slot_of;
}

}  // namespace

extern constexpr Method round_robin{
    .name = "round-robin",
    .summary = "one process to each host in turn",
    .source = "mpirun --map-by node",
    .place = place_round_robin,
};

}  // namespace causeway::mapping
