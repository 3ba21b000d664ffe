/// Which links of a platform are looked at when it is measured again, and which of them at the same time.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/platform/renewal.hpp"

#include <utility>
#include <vector>

namespace causeway::discovery {

/// A direction of a link, and the one of another link that stands for it.
struct StoodFor {
    int from = 0;
    int to = 0;
    int by_from = 0;
    int by_to = 0;

    friend bool operator==(const StoodFor&, const StoodFor&) = default;
};

/// Clusters are indices of the platform.
struct LookRounds {
    std::vector<std::vector<std::pair<int, int>>> rounds;  ///< who look at their link at once, the lower cluster first
    std::vector<StoodFor> stood_for;                       ///< by those of `rounds`
};

/// Each pair of `clusters`, which are different, is in a round, or another one stands for it: that of the first ones in
/// the same groups that are one place for all others (cluster_groups.hpp), where messages of `size` cost about as much.
/// Pairs of a round have no cluster in common, and no group of clusters that both leave or enter: they would share its
/// uplink, and find it slow. Where there are no groups they meet as in a tournament.
[[nodiscard]] LookRounds look_rounds(const platform::Platform& platform, const std::vector<int>& clusters, Bytes size);

/// `looks`, and those at the links that others stand for: as much off what `measured` says as these are. In the order
/// of the links.
[[nodiscard]] std::vector<platform::LinkLook> with_stood_for(std::vector<platform::LinkLook> looks,
                                                             const LookRounds& rounds,
                                                             const platform::Platform& measured);

}  // namespace causeway::discovery
