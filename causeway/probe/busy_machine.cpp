#include "causeway/probe/busy_machine.hpp"

#include "causeway/base/units.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/near_pairs.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kTag = 35;

/// Two hosts of a cluster, by their representatives' ranks.
struct Neighbours {
    int one = 0;
    int other = 0;
    int cluster = 0;
};

std::vector<Neighbours> neighbours_in(const discovery::HostLayout& layout, const clustering::Partition& clusters) {
    std::vector<Neighbours> result;
    for (std::size_t c = 0; c < clusters.size(); ++c) {
        for (std::size_t i = 0; i + 1 < clusters[c].size(); i += 2) {
            result.push_back({.one = layout.representative(clusters[c][i]),
                              .other = layout.representative(clusters[c][i + 1]),
                              .cluster = static_cast<int>(c)});
        }
    }
    return result;
}

/// Sends to the peer and receives from it in turn, beginning with one or the other. The mean time of a round trip.
Seconds exchange(MPI_Comm comm, int peer, bool begins, std::vector<std::byte>& data) {
    const auto send = [&] {
        check(PMPI_Send(data.data(), static_cast<int>(data.size()), MPI_BYTE, peer, kTag, comm), "MPI_Send");
    };
    const auto receive = [&] {
        check(PMPI_Recv(data.data(), static_cast<int>(data.size()), MPI_BYTE, peer, kTag, comm, MPI_STATUS_IGNORE),
              "MPI_Recv");
    };
    Seconds begin;
    for (int trip = 0; trip <= policy::kBusyTrips; ++trip) {
        if (trip == 1) {
            begin = monotonic_now();  // the first one wakes the other
        }
        if (begins) {
            send();
            receive();
        } else {
            receive();
            send();
        }
    }
    return (monotonic_now() - begin) / policy::kBusyTrips;
}

}  // namespace

std::vector<discovery::BusyTrip> measure_busy_machine(MPI_Comm comm, const discovery::HostLayout& layout,
                                                      const clustering::Partition& clusters) {
    const std::vector<Neighbours> pairs = neighbours_in(layout, clusters);
    const auto num_pairs = static_cast<int>(pairs.size());
    if (num_pairs < 2 || pairs_at_once(comm, layout.share_one_kernel, num_pairs) == num_pairs) {
        return {};
    }
    const int rank = mpi::rank_of(comm);
    std::vector<std::byte> data(static_cast<std::size_t>(policy::kBusyMessage.value()));
    std::vector<double> trips(pairs.size(), 0.0);  // [pair]; of other pairs: 0
    for (int look = 0; look < policy::kBusyLooks; ++look) {
        quiet_barrier(comm);
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            if (rank == pairs[p].other) {
                (void)exchange(comm, pairs[p].one, false, data);
            } else if (rank == pairs[p].one) {
                const double trip = exchange(comm, pairs[p].other, true, data).value();
                trips[p] = look == 0 ? trip : std::min(trips[p], trip);
            }
        }
    }
    quiet_allreduce(trips.data(), static_cast<int>(trips.size()), MPI_DOUBLE, MPI_SUM, comm);
    std::vector<discovery::BusyTrip> result;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        result.push_back({pairs[p].cluster, Seconds(trips[p])});
    }
    return result;
}

}  // namespace causeway::probe
