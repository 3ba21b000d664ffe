/// What traffic between the hosts of a platform keeps busy: what it shares with other traffic.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/mapping/price.hpp"
#include "causeway/platform/platform.hpp"

#include <span>
#include <string>
#include <vector>

namespace causeway::mapping {

/// That traffic keeps something busy, and for how long.
struct Use {
    enum class Of {
        kPlatform,       ///< something of which there is one, by its number: an uplink, a link, a medium
        kSendersHost,    ///< its interface, outwards
        kReceiversHost,  ///< its interface, inwards
        kWithinHost,     ///< what transfers inside the host share
    };
    Of of = Of::kPlatform;
    int resource = -1;  ///< of the platform
    Price time;
};

/// The resources of model::GridPlogp that processes share, and what a message and a byte hold them for: as long as
/// g(0), and in proportion to the bytes what kRateSize takes more. Left out is what serves one process or one pair of
/// hosts alone, which the prices count: the ports inside a host, the limit of a single flow. Hosts of a cluster are
/// taken for alike, as plogp has them.
class Crossings {
public:
    /// Clusters that no link joins use what is on their way by `prices`.
    Crossings(const platform::Platform& platform, const Prices& prices);

    /// Between two hosts, of one cluster or of two.
    [[nodiscard]] std::span<const Use> between(int from_cluster, int to_cluster) const {
        return between_(from_cluster, to_cluster);
    }
    /// Between two processes of one host of the cluster.
    [[nodiscard]] std::span<const Use> within_host(int cluster) const {
        return within_host_[static_cast<std::size_t>(cluster)];
    }

    /// Those of which the platform has one.
    [[nodiscard]] int num_resources() const { return static_cast<int>(names_.size()); }
    /// In a sentence: "the uplink of b".
    [[nodiscard]] const std::string& name(int resource) const { return names_[static_cast<std::size_t>(resource)]; }

private:
    base::SquareMatrix<std::vector<Use>> between_;  ///< [from cluster][to cluster]
    std::vector<std::vector<Use>> within_host_;     ///< [cluster]
    std::vector<std::string> names_;
};

}  // namespace causeway::mapping
