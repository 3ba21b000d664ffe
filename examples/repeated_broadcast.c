/* Broadcasts the same amount again and again, and tells what each call took: to watch what happens while the network
 * changes. An ordinary MPI program that knows nothing of Causeway.
 *
 *   mpirun -n 12 repeated_broadcast [bytes] [calls] [root]
 *
 * Prints "call,seconds" lines as it goes: from when the last process has entered a barrier until the last one has the
 * data, on the processes' own clocks. The data is checked.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
    int rank, call, bytes, calls, root, i;
    int wrong = 0;
    int wrong_anywhere = 0;
    unsigned char* data;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bytes = argc > 1 ? atoi(argv[1]) : 1 << 20;
    calls = argc > 2 ? atoi(argv[2]) : 100;
    root = argc > 3 ? atoi(argv[3]) : 0;
    data = malloc((size_t)bytes);
    if (rank == 0) {
        printf("call,seconds\n");
    }
    for (call = 1; call <= calls; ++call) {
        double start, mine, slowest;
        memset(data, rank == root ? call % 251 : 0, (size_t)bytes);
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        MPI_Bcast(data, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
        mine = MPI_Wtime() - start;
        MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        for (i = 0; i < bytes; ++i) {
            wrong |= data[i] != call % 251;
        }
        if (rank == 0) {
            printf("%d,%.6f\n", call, slowest);
            fflush(stdout);
        }
    }
    MPI_Allreduce(&wrong, &wrong_anywhere, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (wrong_anywhere && rank == 0) {
        fprintf(stderr, "repeated_broadcast: the data arrived wrong\n");
    }
    free(data);
    MPI_Finalize();
    return wrong_anywhere;
}
