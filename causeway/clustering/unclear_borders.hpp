/// Whether clusters that an algorithm has parted are further from each other than their hosts are.
///
/// Lowekamp's algorithm compares an edge with the shortest ones that it meets. Among alike hosts one pair may look
/// nearer than all others, as when the two take turns on one processor just then: what its hosts have joined is then
/// nearer to itself than the next host, which stays alone, although it is as far from them as they are from each other.
///
///            a   b   c   d                        a tolerance of 0.2 leaves d alone: 98 us are more than 1.2 times
///        a   -  76  97  98                        the 76 between a and b (c came by an edge of 90)
///        b  76   -  90  97
///        c  97  90   -  98
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/distance_matrix.hpp"

namespace causeway::clustering {

/// The partition, with clusters made one whose hosts are at most (1 + tolerance) times as far from each other as
/// the hosts inside the narrower of the two are (medians, as one pair may have been disturbed), the nearest to that
/// first. Fewer hosts than kLeastAlike may be near each other by chance: beside a cluster that has them these do not
/// count, and of two pairs the wider one does. Single hosts join others, but not one another. Clusters that are more
/// than `far` from each other stay apart. Distances that are not known say nothing. Clusters are in the order
/// of their first hosts, as before. `far`: in the unit of the matrix.
[[nodiscard]] Partition without_unclear_borders(Partition partition, const platform::DistanceMatrix& matrix,
                                                double tolerance, double far);

}  // namespace causeway::clustering
