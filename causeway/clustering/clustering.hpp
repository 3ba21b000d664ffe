/// Logical homogeneous clusters: which hosts are alike, from the distances between them.
///
/// To add a method: one file beside the others that defines a `Method` constant, and its line in
/// methods.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/platform/distance_matrix.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace causeway::clustering {

/// The members of each cluster, as indices into the matrix, ascending; clusters in the order of their
/// first members. Every host is in exactly one.
using Partition = std::vector<std::vector<int>>;

/// One level of a hierarchy of clusters. Distances are in the unit of the matrix.
struct HierarchyLevel {
    Partition clusters;
    double inside = 0.0;            ///< the largest mean distance across which a cluster was joined; 0: none was
    std::optional<double> outside;  ///< the smallest between two clusters; absent: none is known
    /// In [0, 1]: how much of the level is found again, on the average, when every distance is once more as far off as
    /// the distances of its level scatter. 1: all of it.
    double stability = 0.0;

    /// How many times farther the next cluster is than the own hosts; nothing where no next one is known or `inside` is
    /// 0.
    [[nodiscard]] std::optional<double> gap() const {
        return outside && inside > 0.0 ? std::optional<double>(*outside / inside) : std::nullopt;
    }
};

/// Levels nested in each other, the finest first. The last one joins all that known distances join; single hosts are
/// no level of their own unless no distance is known.
struct Hierarchy {
    std::vector<HierarchyLevel> levels;  ///< never empty
    std::size_t most_stable = 0;         ///< the level to take where one partition is wanted
};

struct Method {
    std::string_view name;
    std::string_view summary;
    std::string_view source;

    /// `tolerance`: rho >= 0, by how much a distance may exceed the smallest one and still count as
    /// alike (0.2: by 20 %); without effect where there is a `hierarchy`. A pair without a distance is a boundary.
    Partition (*partition)(const platform::DistanceMatrix& matrix, double tolerance) = nullptr;
    /// The levels, found without a tolerance; `partition` is the most stable of them. Null for a method that finds one
    /// partition only.
    Hierarchy (*hierarchy)(const platform::DistanceMatrix& matrix) = nullptr;
};

[[nodiscard]] const base::Registry<Method>& methods();

/// rho of Barchet and Mounie; Steffenel used 0.30 on Grid'5000.
inline constexpr double kDefaultTolerance = 0.20;

}  // namespace causeway::clustering
