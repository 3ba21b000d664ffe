#include "causeway/probe/quiet_wait.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace causeway::probe {

namespace {

// A short wait loses little to the first sleeps; a long one costs a thousand wake-ups a second.
constexpr std::chrono::microseconds kFirstSleep(20);
constexpr std::chrono::microseconds kLongestSleep(1000);

constexpr int kMeetingTag = 9;

}  // namespace

void quiet_wait(MPI_Request& request) {
    std::chrono::microseconds sleep = kFirstSleep;
    int done = 0;
    while (true) {
        mpi::check(PMPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
        if (done != 0) {
            return;
        }
        std::this_thread::sleep_for(sleep);
        sleep = std::min(2 * sleep, kLongestSleep);
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

void quiet_barrier(MPI_Comm comm) {
    MPI_Request request = MPI_REQUEST_NULL;
    mpi::check(PMPI_Ibarrier(comm, &request), "MPI_Ibarrier");
    quiet_wait(request);
}

}  // namespace causeway::probe
