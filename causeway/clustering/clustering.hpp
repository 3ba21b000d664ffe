/// Logical homogeneous clusters: which hosts are alike, from the distances between them.
///
/// To add a method: one file beside the others that defines a `Method` constant, and its line in
/// methods.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/platform/distance_matrix.hpp"

#include <string_view>
#include <vector>

namespace causeway::clustering {

/// The members of each cluster, as indices into the matrix, ascending; clusters in the order of their
/// first members. Every host is in exactly one.
using Partition = std::vector<std::vector<int>>;

struct Method {
    std::string_view name;
    std::string_view summary;
    std::string_view source;

    /// `tolerance`: rho >= 0, by how much a distance may exceed the smallest one and still count as
    /// alike (0.2: by 20 %). A pair without a distance is a boundary.
    Partition (*partition)(const platform::DistanceMatrix& matrix, double tolerance) = nullptr;
};

[[nodiscard]] const base::Registry<Method>& methods();

/// rho of Barchet and Mounie; Steffenel used 0.30 on Grid'5000.
inline constexpr double kDefaultTolerance = 0.20;

}  // namespace causeway::clustering
