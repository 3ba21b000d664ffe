#include "causeway/probe/quiet_wait.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/tell_all.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::probe {

namespace {

constexpr int kMeetingTag = 9;
constexpr int kBarrierTag = 13;
constexpr int kReduceTag = 28;

/// A barrier in rounds: to the process 1, 2, 4, ... places ahead, from the one as many behind.
/// Source: Hensgen, Finkel, Manber, "Two algorithms for barrier synchronization" (1988).
void disseminate(MPI_Comm comm) {
    const int rank = mpi::rank_of(comm);
    const int size = mpi::size_of(comm);
    for (int distance = 1; distance < size; distance *= 2) {
        mpi::check(PMPI_Sendrecv(nullptr, 0, MPI_BYTE, (rank + distance) % size, kBarrierTag, nullptr, 0, MPI_BYTE,
                                 (rank - distance + size) % size, kBarrierTag, comm, MPI_STATUS_IGNORE),
                   "MPI_Sendrecv");
    }
}

/// On rank 0, over the tree of tell_all(): rank r sends to r without its highest bit.
void reduce_over_tree(void* data, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    const int rank = mpi::rank_of(comm);
    const int size = mpi::size_of(comm);
    int size_of_one = 0;
    mpi::check(PMPI_Type_size(type, &size_of_one), "MPI_Type_size");
    std::vector<char> part(static_cast<std::size_t>(count) * static_cast<std::size_t>(size_of_one));
    int step = 1;
    while (step <= rank) {
        step *= 2;
    }
    const int parent = rank - step / 2;
    for (; rank + step < size; step *= 2) {
        mpi::check(PMPI_Recv(part.data(), count, type, rank + step, kReduceTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
        mpi::check(PMPI_Reduce_local(part.data(), data, count, type, op), "MPI_Reduce_local");
    }
    if (rank > 0) {
        mpi::check(PMPI_Send(data, count, type, parent, kReduceTag, comm), "MPI_Send");
    }
}

}  // namespace

void quiet_wait(MPI_Request& request, MPI_Status* status) {
    if constexpr (kTimeIsSimulated) {
        mpi::check(PMPI_Wait(&request, status), "MPI_Wait");  // occupies nothing
        return;
    }
    Seconds sleep = policy::kFirstSleep;
    int done = 0;
    while (true) {
        mpi::check(PMPI_Test(&request, &done, status), "MPI_Test");
        if (done != 0) {
            return;
        }
        sleep_for(sleep);
        sleep = std::min(2.0 * sleep, policy::kLongestQuietSleep);
    }
}

void meet(MPI_Comm comm, int peer) {
    MPI_Request receive = MPI_REQUEST_NULL;
    MPI_Request send = MPI_REQUEST_NULL;
    mpi::check(PMPI_Irecv(nullptr, 0, MPI_BYTE, peer, kMeetingTag, comm, &receive), "MPI_Irecv");
    mpi::check(PMPI_Isend(nullptr, 0, MPI_BYTE, peer, kMeetingTag, comm, &send), "MPI_Isend");
    quiet_wait(receive);
    quiet_wait(send);
}

void meet_all(MPI_Comm comm, const std::vector<int>& peers) {
    const int rank = mpi::rank_of(comm);
    std::vector<MPI_Request> requests(peers.size(), MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < peers.size(); ++i) {
        if (peers[i] < rank) {
            mpi::check(PMPI_Irecv(nullptr, 0, MPI_BYTE, peers[i], kMeetingTag, comm, &requests[i]), "MPI_Irecv");
        } else {
            mpi::check(PMPI_Isend(nullptr, 0, MPI_BYTE, peers[i], kMeetingTag, comm, &requests[i]), "MPI_Isend");
        }
    }
    std::ranges::for_each(requests, [](MPI_Request& request) { quiet_wait(request); });
}

void quiet_barrier(MPI_Comm comm) {
    if constexpr (kTimeIsSimulated) {
        // SMPI's own takes time with the cube of the number of processes: the machine's time, not the simulation's.
        disseminate(comm);
        return;
    }
    MPI_Request request = MPI_REQUEST_NULL;
    mpi::check(PMPI_Ibarrier(comm, &request), "MPI_Ibarrier");
    quiet_wait(request);
}

void quiet_allreduce(void* data, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    if constexpr (kTimeIsSimulated) {
        // SMPI's nonblocking one has all send to all, and its first blocking one takes as long as its first MPI_Bcast.
        reduce_over_tree(data, count, type, op, comm);
        tell_all(data, count, type, comm);
        return;
    }
    MPI_Request request = MPI_REQUEST_NULL;
    mpi::check(PMPI_Iallreduce(MPI_IN_PLACE, data, count, type, op, comm, &request), "MPI_Iallreduce");
    quiet_wait(request);
}

}  // namespace causeway::probe
