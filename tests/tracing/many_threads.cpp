/// Several threads of each process send at once, over one communicator; says what a
/// trace must hold.
#include "expected.h"

#include <mpi.h>

#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 4;
constexpr int kMessages = 500;

/// `thread` of each process exchanges with the same of the next process.
void exchange(MPI_Comm comm, int thread) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const int next = (rank + 1) % size;
    const int previous = (rank + size - 1) % size;
    for (int i = 0; i < kMessages; ++i) {
        int received = 0;
        MPI_Sendrecv(&i, 1, MPI_INT, next, thread, &received, 1, MPI_INT, previous, thread, comm, MPI_STATUS_IGNORE);
    }
}

}  // namespace

int main(int argc, char** argv) {
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (provided == MPI_THREAD_MULTIPLE) {
        MPI_Comm shared = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &shared);
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back(exchange, shared, t);
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        MPI_Comm_free(&shared);
        expect_message((rank + 1) % size, kThreads * kMessages, sizeof(int));
        print_expected();
    } else {
        std::printf("no threads here\n");
    }
    MPI_Finalize();
    return 0;
}
