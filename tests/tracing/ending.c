/* A job that ends before its time: ending crash|abort|exit. Every process sends to the next one before. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int received = 0;
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &received, 1, MPI_INT, (rank + size - 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && argc > 1) {
        if (strcmp(argv[1], "crash") == 0) {
            raise(SIGKILL);
        } else if (strcmp(argv[1], "abort") == 0) {
            MPI_Abort(MPI_COMM_WORLD, 3);
        } else {
            exit(4);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
