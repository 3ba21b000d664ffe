/// Whether the hosts of a cluster that are far from each other are one network.
///
/// Lowekamp's algorithm looks at the edges by which it joins hosts, and at nothing else. Single hosts on sites far from
/// each other are one another's nearest, as hosts of one network are, so that two of them, or by a chain of such edges
/// all of them, become a cluster. Those of a network have every other host at the same distance; sites have not.
///
///            a   b   c                            by edges of 6.4 and 6.6 all three are together,
///        a   -  6.4 10.8                          but c is 1.6 times as far from a as from b
///        b  6.4  -   6.6
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/distance_matrix.hpp"

#include <cstddef>

namespace causeway::clustering {

/// Of fewer hosts distances may be alike, or short, by chance.
inline constexpr std::size_t kLeastAlike = 3;

/// The partition, with each cluster taken apart whose hosts are more than `far` from each other (the median, as one
/// pair may have been disturbed): into parts whose hosts are alike, of kLeastAlike at least, and single hosts. Two
/// hosts are alike if no other one is further than (1 + tolerance) times as far from the one as from the other, nor
/// nearer by as much than they are to each other. That two are may be chance: they are two sites of one region. Each
/// host joins the first part all of whose hosts are like it. Distances that are not known say nothing. Clusters are in
/// the order of their first hosts, as before. `far`: in the unit of the matrix.
[[nodiscard]] Partition homogeneous_parts(const Partition& partition, const platform::DistanceMatrix& matrix,
                                          double tolerance, double far);

}  // namespace causeway::clustering
