/// How far two partitions of the same hosts agree.
#pragma once

#include "causeway/clustering/clustering.hpp"

namespace causeway::clustering {

/// The adjusted Rand index: 1 for equal partitions, about 0 for partitions that have nothing to do with each other.
/// Both are of the same hosts (asserted). Source: Hubert and Arabie, "Comparing partitions" (1985).
[[nodiscard]] double adjusted_rand_index(const Partition& one, const Partition& other);

}  // namespace causeway::clustering
