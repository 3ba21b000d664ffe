#include "causeway/probe/link_glances.hpp"

#include "causeway/discovery/tournament.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/probe/link_look.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <cstddef>
#include <utility>

namespace causeway::probe {

using discovery::Glance;

std::vector<Glance> glance_at_links(MPI_Comm comm, const discovery::HostLayout& layout,
                                    const clustering::Partition& clusters, const discovery::ClusterLatencies& latencies,
                                    Bytes size, const std::vector<std::pair<int, int>>& not_measured) {
    const auto first_rank = [&](int cluster) {
        return layout.representative(clusters[static_cast<std::size_t>(cluster)].front());
    };
    std::vector<Glance> mine;
    for (const auto& step : discovery::steps_without(not_measured, static_cast<int>(clusters.size()))) {
        for (const auto& [low, high] : step) {
            const bool is_low = mpi::rank_of(comm) == first_rank(low);
            if (!is_low && mpi::rank_of(comm) != first_rank(high)) {
                continue;
            }
            const auto [own, other] = is_low ? std::pair(low, high) : std::pair(high, low);
            const Seconds round_trip = 2.0 * latencies.between(own, other);
            mine.push_back({.from = other,
                            .to = own,
                            .round_trip = round_trip,
                            .size = size,
                            .pace = look_at_pace(comm, first_rank(other), is_low,
                                                 {.round_trip = round_trip, .size = size, .gap = {}})});
        }
    }
    quiet_barrier(comm);
    return mine;
}

}  // namespace causeway::probe
