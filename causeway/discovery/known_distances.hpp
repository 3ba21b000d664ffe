/// Distances between some of the pairs of hosts, and what is measured next.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace causeway::discovery {

/// Pairs with a host in common, which measures.
struct Star {
    int centre = 0;
    std::vector<int> rays;  ///< never empty

    friend bool operator==(const Star&, const Star&) = default;
};

/// What may be measured at once: no host is in two of its stars.
using Round = std::vector<Star>;

using HostPair = std::pair<int, int>;

/// The pairs in rounds, each a star with one ray. `pairs`: of hosts 0 .. num_hosts - 1.
[[nodiscard]] std::vector<Round> rounds_of(const std::vector<HostPair>& pairs, int num_hosts);

/// What has been measured so far. Of several measurements of a pair the smallest counts: interference only ever adds.
class KnownDistances {
public:
    explicit KnownDistances(int num_hosts);

    /// Adds the `distances` of all pairs of `rounds`, in the order of rounds, stars and rays. Distances that differ by
    /// less than `resolution` are not known to differ.
    void add(const std::vector<Round>& rounds, const std::vector<double>& distances, double resolution);

    /// As measured, if it was.
    [[nodiscard]] std::optional<double> between(int a, int b) const;

    /// As distances are compared, of a pair that was measured: what cannot be resolved vanishes beside the resolution.
    [[nodiscard]] double compared(int a, int b) const;

    /// The smallest of a host that was measured with some other, as distances are compared.
    [[nodiscard]] double nearest(int host) const { return nearest_[static_cast<std::size_t>(host)] + resolution_; }

    /// Calls `take(a, b, distance)` for each pair that was measured, with the distance as measured; in any order.
    template <typename Take>
    void for_each_pair(const Take& take) const {
        for (const auto& [key, distance] : distances_) {
            take(static_cast<int>(key & 0xffffffffU), static_cast<int>(key >> 32U), distance);
        }
    }

    [[nodiscard]] int num_hosts() const { return static_cast<int>(nearest_.size()); }
    [[nodiscard]] std::int64_t num_pairs() const { return static_cast<std::int64_t>(distances_.size()); }
    [[nodiscard]] double resolution() const { return resolution_; }

private:
    std::unordered_map<std::uint64_t, double> distances_;  ///< by both hosts
    std::vector<double> nearest_;                          ///< [host], without the resolution
    double resolution_ = 0.0;
};

}  // namespace causeway::discovery
