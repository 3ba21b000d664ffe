/// The model of an application's traffic: the best partition of its processes into clusters.
#pragma once

#include "causeway/traffic/grouping.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace causeway::traffic {

struct CharacterizeOptions {
    Quantity quantity = Quantity::kBytes;
    std::uint64_t seed = 1;
    /// How many orders of the processes are tried where pairs of clusters tie, the natural one first, then random
    /// ones; >= 1. Absent: 16, fewer when the table is large.
    std::optional<int> orders;
    /// Told the share of the work done, from 0 to 1. May be empty.
    std::function<void(double)> progress;
};

struct Characterization {
    Dendrogram dendrogram;
    std::vector<Grouping> groupings;  ///< [number of merges]
    int best = 0;                     ///< index into `groupings`
    int orders = 0;                   ///< tried
};

/// The dendrogram of the table and the quality of all its partitions (Orduna et al., section 3). Among the orders of
/// processes tried, the one with the largest best coefficient is kept, the first of equal ones; without ties one order
/// is all there is to try.
[[nodiscard]] Characterization characterize(const CommunicationTable& table, const CharacterizeOptions& options);

}  // namespace causeway::traffic
