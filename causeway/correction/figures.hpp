/// Figures of a platform that calls can show to be wrong, and a platform in which they are corrected.
#pragma once

#include "causeway/platform/platform.hpp"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace causeway::correction {

/// The rate of a link, or of what a cluster's links share.
struct Figure {
    enum class Kind { kLink, kUplink, kDownlink };
    Kind kind = Kind::kLink;
    int from = 0;  ///< index of a cluster: of a link its sender, else the cluster
    int to = 0;    ///< index of a cluster: of a link its receiver, else the cluster

    friend auto operator<=>(const Figure&, const Figure&) = default;
};

/// Those on the way from one cluster to another that the platform knows.
[[nodiscard]] std::vector<Figure> figures_between(const platform::Platform& platform, int from, int to);

/// What each byte costs, in multiples of what it costs in the file; what is not there: as in the file.
using Factors = std::map<Figure, double>;

/// `platform` with these. Additions, multiplications, divisions and comparisons only: equal arguments give equal
/// platforms on every machine.
[[nodiscard]] platform::Platform corrected(const platform::Platform& platform, const Factors& factors);

/// `platform`, whose links were measured, with uplinks and downlinks that carry what each link does.
[[nodiscard]] platform::Platform with_room_for_links(platform::Platform platform);

/// The rate that the platform has for it. Requires that it knows one.
[[nodiscard]] BytesPerSecond rate_of(const platform::Platform& platform, const Figure& figure);

/// "link a > b", "uplink of a": for people.
[[nodiscard]] std::string text_of(const Figure& figure, const platform::Platform& platform);

}  // namespace causeway::correction
