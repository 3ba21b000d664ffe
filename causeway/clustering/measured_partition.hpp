/// Clusters by distances that were measured: by a method's rule, and then by what measurements are worth.
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/distance_matrix.hpp"

namespace causeway::clustering {

/// The method's clusters without_unclear_borders(), as homogeneous_parts(). `far`: in the unit of the matrix.
[[nodiscard]] Partition measured_partition(const Method& method, const platform::DistanceMatrix& matrix,
                                           double tolerance, double far);

}  // namespace causeway::clustering
