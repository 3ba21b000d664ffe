/// Schemes over a tree from each cluster.
#pragma once

#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

/// Strands that an executor carries out at once (mpi::Run::kMostStrands, which keeps one for itself).
inline constexpr std::size_t kMostStrandsAtOnce = 31;
/// Of trees that have one up and one down.
inline constexpr std::size_t kMostPairsOfStrands = kMostStrandsAtOnce / 2;
/// Trees from clusters. An exchange over so many is hundreds of messages for each coordinator.
inline constexpr std::size_t kMostClusterTrees = 128;

/// Of trees that are more than there are strands for them, several to a strand, one after another: strand s has those
/// of `all` with numbers s, s + most, s + 2 most, ... All are of the same processes and blocks.
[[nodiscard]] schedule::Strands in_at_most(std::size_t most, schedule::Strands all);

/// What processes have of their own, from each cluster down a tree of its own to all. Collected in each cluster at its
/// coordinator, all in one strand, as each process is in one cluster; and spread from there, a strand each, or, over
/// more trees than strands, several in a strand, messages that have crossed fewer borders of clusters first: everybody
/// hears of everybody over the ways that the trees take. Of Trees::kPerCluster.
[[nodiscard]] Built spread_from_clusters(const Layout& layout, schedule::Grain grain);

}  // namespace causeway::scheme
