/// A first placement: the leaves of a dendrogram, poured into the places one after another.
#pragma once

#include "causeway/mapping/talks.hpp"
#include "causeway/mapping/target.hpp"
#include "causeway/traffic/dendrogram.hpp"

#include <vector>

namespace causeway::mapping {

/// The dendrogram of what the talks cost at the mean price between two slots of the target.
[[nodiscard]] traffic::Dendrogram dendrogram_of(const Talks& talks, const Target& target);

/// The processes in the order of the dendrogram's leaves, the larger branch first: those that talk most stand together.
[[nodiscard]] std::vector<int> leaves_of(const traffic::Dendrogram& dendrogram);

/// Fills the places of a target, largest first, with the leaves of the dendrogram of what the talks cost. [process]
[[nodiscard]] std::vector<int> pour(const Talks& talks, const Target& target);

}  // namespace causeway::mapping
