/// What traffic costs between the hosts of a platform: so much for a message, so much for a byte.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/traffic/communication_table.hpp"

#include <vector>

namespace causeway::mapping {

/// Of traffic one way between two places.
struct Price {
    Seconds per_message;  ///< L, the latency
    Seconds per_byte;     ///< beta, one over the bandwidth

    [[nodiscard]] Seconds of(traffic::Volume volume) const {
        return volume.messages * per_message + volume.bytes * per_byte;
    }
    friend bool operator==(const Price&, const Price&) = default;
};

/// The prices of a platform, from its pLogP parameters: L is the latency; beta is how g(m) rises, from the first point
/// of its table to the last, and no less than a link's limit for one flow asks for.
class Prices {
public:
    /// Clusters that no link joins directly pay for the quickest way through others. Throws InputError, which names
    /// the platform, when there is none.
    explicit Prices(const platform::Platform& platform);

    /// Between two hosts, of one cluster or of two.
    [[nodiscard]] Price between(int from_cluster, int to_cluster) const { return between_(from_cluster, to_cluster); }

    /// Between two processes of one host of the cluster: its `within_host`, where that is not known what two of its
    /// hosts pay, and nothing where that is not known either.
    [[nodiscard]] Price within_host(int cluster) const { return within_host_[static_cast<std::size_t>(cluster)]; }

    /// The clusters that traffic from one cluster to another passes, both ends among them.
    [[nodiscard]] std::vector<int> route(int from_cluster, int to_cluster) const;

private:
    base::SquareMatrix<Price> between_;  ///< [from cluster][to cluster]
    base::SquareMatrix<int> via_;        ///< the same: a cluster on the way, -1: there is none between
    std::vector<Price> within_host_;     ///< [cluster]
};

}  // namespace causeway::mapping
