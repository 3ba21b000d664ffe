/* Asks for a level of thread support, or for none: it must be told what the MPI library alone would tell, and
   nonblocking collectives must be right, whatever carries them on. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
    const int asked = argc > 1 ? atoi(argv[1]) : MPI_THREAD_SINGLE;
    int provided = MPI_THREAD_SINGLE;
    int told = -1;
    int rank = 0;
    int number = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    if (argc > 1) {
        MPI_Init_thread(&argc, &argv, asked, &provided);
    } else {
        MPI_Init(&argc, &argv);
    }
    MPI_Query_thread(&told);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    number = rank == 1 ? 7 : -1;
    MPI_Ibcast(&number, 1, MPI_INT, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (provided == asked && told == asked && number == 7) {
        printf("level %d: right\n", asked);
    }
    MPI_Finalize();
    return 0;
}
