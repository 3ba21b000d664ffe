/// Which kind of algorithm carries a broadcast out, by whom a process waits for: rank 1 of three calls MPI_Bcast when rank 2 is
/// through, or after some seconds. "rank 2 is through" where rank 0 sends to both, "rank 2 waits" where rank 1 passes data on to
/// it. Who expects the first has as many seconds as a busy machine may need for a message.
///
///   who_waits BYTES SECONDS
#include <mpi.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
    constexpr int kLate = 1;
    constexpr int kOther = 2;
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int bytes = argc > 1 ? std::atoi(argv[1]) : 1;
    const double seconds = argc > 2 ? std::atof(argv[2]) : 1.0;
    std::vector<char> data(static_cast<std::size_t>(bytes));
    MPI_Request news = MPI_REQUEST_NULL;
    if (rank == kLate) {
        MPI_Irecv(nullptr, 0, MPI_BYTE, kOther, 0, MPI_COMM_WORLD, &news);
        int is_through = 0;
        for (const double begin = MPI_Wtime(); is_through == 0 && MPI_Wtime() < begin + seconds;) {
            MPI_Test(&news, &is_through, MPI_STATUS_IGNORE);
        }
        std::puts(is_through != 0 ? "rank 2 is through" : "rank 2 waits");
    }
    MPI_Bcast(data.data(), bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank == kOther) {
        MPI_Send(nullptr, 0, MPI_BYTE, kLate, 0, MPI_COMM_WORLD);
    }
    MPI_Wait(&news, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
