/// The mapping problem: processes that talk, slots that lie near and far.
#pragma once

#include "causeway/mapping/loads.hpp"
#include "causeway/mapping/placement_cost.hpp"
#include "causeway/mapping/talks.hpp"
#include "causeway/mapping/target.hpp"
#include "causeway/platform/platform.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::mapping {

/// Every process gets a slot of its own. Minimise PlacementCost::objective().
struct PlacementProblem {
    Talks talks;
    platform::Placement slots;  ///< the host of every slot, and its cluster
    Target hosts;               ///< the slots by host
    Target clusters;            ///< the slots by cluster

    [[nodiscard]] int num_processes() const { return talks.num_processes(); }
    [[nodiscard]] int num_slots() const { return slots.num_processes(); }
};

/// `computing`: how long each process computes on a host of speed 1, [process]; empty: it is not looked at. With it,
/// `slots` are those of platform::full_placement(). Throws
/// InputError naming `source` when there are fewer slots than processes.
[[nodiscard]] PlacementProblem problem_of(const traffic::CommunicationTable& table, const platform::Platform& platform,
                                          platform::Placement slots, std::string_view source,
                                          std::vector<Seconds> computing = {});

/// What the places of all processes cost.
[[nodiscard]] PlacementCost cost_at(const Talks& talks, const Target& target, std::span<const int> place_of);

/// What the slots of all processes cost.
[[nodiscard]] PlacementCost cost_of(const PlacementProblem& problem, std::span<const int> slot_of);

/// What is busiest.
struct Busiest {
    Seconds time;
    std::string name;  ///< in a sentence: "the uplink of b"; "the way out of", of a host
    int slot = -1;     ///< one of the host's; -1: it is none of a host
};
[[nodiscard]] Busiest busiest_of(const PlacementProblem& problem, std::span<const int> slot_of);

/// Below this sum no placement can be: each process has its dearest talks at its own place, as many as fit there beside
/// it, and all others as near as any place is; or the same with its own cluster. Half the sum over the processes, each
/// at the place where that is least. O(E log E) for each kind of place. Nobody
/// computes faster than on the fastest host. Of the other terms nothing is said: 0.
[[nodiscard]] PlacementCost lower_bound(const PlacementProblem& problem);

}  // namespace causeway::mapping
