#include "causeway/probe/link_recovery.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/probe/link_look.hpp"
#include "causeway/probe/message_arrivals.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kMessages = 4;
constexpr int kDataTag = kLookTags;
constexpr int kAgainTag = kLookTags + 1;
static_assert(kAgainTag < kRecoveryTags);
constexpr Seconds kLeastGap(1e-6);

void send_messages(MPI_Comm comm, int peer) {
    static_cast<void>(exchange_messages(comm, peer, kDataTag, kLookSize, kMessages, 0));
}

/// The least time between two that arrive one after the other.
Seconds least_gap(MPI_Comm comm, int peer) {
    const std::vector<double> times = exchange_messages(comm, peer, kDataTag, kLookSize, 0, kMessages);
    double least = times.back() - times.front();
    for (std::size_t i = 1; i < times.size(); ++i) {
        least = std::min(least, times[i] - times[i - 1]);
    }
    return std::max(kLeastGap, Seconds(least));
}

}  // namespace

double recovery_of_link(MPI_Comm comm, int peer, bool is_receiver, Seconds believed, double suspicious) {
    int again = 0;
    if (!is_receiver) {
        send_messages(comm, peer);
        check(PMPI_Recv(&again, 1, MPI_INT, peer, kAgainTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
        if (again != 0) {
            send_messages(comm, peer);
        }
        return 0.0;
    }
    Seconds gap = least_gap(comm, peer);
    again = suspicious * gap < believed ? 1 : 0;
    check(PMPI_Send(&again, 1, MPI_INT, peer, kAgainTag, comm), "MPI_Send");
    if (again != 0) {
        gap = std::max(gap, least_gap(comm, peer));
    }
    return believed / gap;
}

}  // namespace causeway::probe
