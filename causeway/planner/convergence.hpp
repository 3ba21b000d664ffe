/// What a gather takes longer because several hosts send to one at once, where that has been measured.
#pragma once

#include "causeway/platform/platform.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

#include <span>

namespace causeway::planner {

/// Beyond what a simulation says, in which senders do not hinder each other: at each process that several hosts of its
/// own cluster send to, by the size of each message (platform::ManyToOne),
///
/// - above M2, where sends go one after another, what the senders and their wires take together without the longest of
///   them, which the simulation has;
/// - between M1 and M2, for each message that a sender has, the probability of an escalation times what it takes, in
///   proportion to the senders: the measurement had all others of the cluster.
///
/// Of all ways of data to the root the one on which that is the most. `strands`: of a gather, in which data goes up
/// trees.
[[nodiscard]] Seconds convergence_time(std::span<const schedule::Schedule> strands, const schedule::BlockSizes& sizes,
                                       const platform::Platform& platform, const platform::Placement& placement);

}  // namespace causeway::planner
