#include "causeway/probe/link_glances.hpp"

#include "causeway/discovery/tournament.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/probe/link_look.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::probe {

using discovery::Glance;

std::vector<Glance> glance_at_links(MPI_Comm comm, const discovery::HostLayout& layout,
                                    const clustering::Partition& clusters, const discovery::ClusterLatencies& latencies,
                                    Bytes size, const std::vector<std::pair<int, int>>& not_measured) {
    const auto first_rank = [&](int cluster) {
        return layout.representative(clusters[static_cast<std::size_t>(cluster)].front());
    };
    const int num_clusters = static_cast<int>(clusters.size());
    std::vector<Glance> mine;
    for (int own = 0; own < num_clusters; ++own) {
        if (mpi::rank_of(comm) != first_rank(own)) {
            continue;
        }
        for (const int other : discovery::opponents(own, num_clusters)) {
            if (other < 0 || std::ranges::find(not_measured, std::minmax({own, other})) != not_measured.end()) {
                continue;
            }
            const Seconds round_trip = 2.0 * latencies.between(own, other);
            mine.push_back({.from = other,
                            .to = own,
                            .round_trip = round_trip,
                            .size = size,
                            .pace = look_at_pace(comm, first_rank(other), own < other,
                                                 {.round_trip = round_trip, .size = size, .gap = {}})});
        }
    }
    quiet_barrier(comm);
    return mine;
}

}  // namespace causeway::probe
