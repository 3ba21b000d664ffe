/// How far hosts of clusters are from each other: medians, as one pair may have been disturbed.
#pragma once

#include "causeway/platform/distance_matrix.hpp"

#include <optional>
#include <vector>

namespace causeway::clustering {

/// Over the pairs inside a cluster whose distance is known; nothing where none is.
[[nodiscard]] std::optional<double> typical_inside(const std::vector<int>& cluster,
                                                   const platform::DistanceMatrix& matrix);

/// The same over the pairs of one host of each.
[[nodiscard]] std::optional<double> typical_between(const std::vector<int>& one, const std::vector<int>& other,
                                                    const platform::DistanceMatrix& matrix);

}  // namespace causeway::clustering
