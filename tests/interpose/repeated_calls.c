/* Calls of two kinds, so often as it is told, one after another: what they bring is right. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 4096

int main(int argc, char** argv) {
    static int data[COUNT];
    static int sums[COUNT];
    const int calls = argc > 1 ? atoi(argv[1]) : 0;
    int rank = 0;
    int size = 0;
    int wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int call = 0; call < calls; ++call) {
        for (int i = 0; i < COUNT; ++i) {
            data[i] = rank == 0 ? call + i : 0;
        }
        MPI_Bcast(data, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Allreduce(data, sums, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < COUNT; ++i) {
            wrong += data[i] != call + i || sums[i] != size * (call + i);
        }
    }
    printf("repeated: rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
