/* No call of it waits for all, on MPI_COMM_WORLD or another communicator. */
#include <mpi.h>
#include <stdio.h>

enum { CALLS = 5 };

static int calls_over(MPI_Comm comm, int rank, int size) {
    int wrong = 0;
    for (int call = 0; call < CALLS; ++call) {
        int sum = rank;
        int told = rank == 0 ? call : -1;
        MPI_Request requests[2];
        MPI_Iallreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[0]);
        MPI_Ibcast(&told, 1, MPI_INT, 0, comm, &requests[1]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        wrong += sum != size * (size - 1) / 2 || told != call;
    }
    return wrong;
}

int main(int argc, char** argv) {
    int rank = 0;
    int size = 0;
    int wrong = 0;
    MPI_Comm backwards = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);
    wrong += calls_over(MPI_COMM_WORLD, rank, size);
    wrong += calls_over(backwards, size - 1 - rank, size);
    MPI_Comm_free(&backwards);
    printf(wrong == 0 ? "nonblocking only: right\n" : "nonblocking only: wrong\n");
    MPI_Finalize();
    return wrong != 0;
}
