/* Calls of two kinds, so often as it is told, one after another, on MPI_COMM_WORLD or on communicators that live for so
   many calls each: what they bring is right. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 4096

int main(int argc, char** argv) {
    static int data[COUNT];
    static int sums[COUNT];
    const int calls = argc > 1 ? atoi(argv[1]) : 0;
    const int life = argc > 2 ? atoi(argv[2]) : 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank = 0;
    int size = 0;
    int wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int call = 0; call < calls; ++call) {
        if (life > 0 && call % life == 0) {
            if (comm != MPI_COMM_WORLD) {
                MPI_Comm_free(&comm);
            }
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        }
        for (int i = 0; i < COUNT; ++i) {
            data[i] = rank == 0 ? call + i : 0;
        }
        MPI_Bcast(data, COUNT, MPI_INT, 0, comm);
        MPI_Allreduce(data, sums, COUNT, MPI_INT, MPI_SUM, comm);
        for (int i = 0; i < COUNT; ++i) {
            wrong += data[i] != call + i || sums[i] != size * (call + i);
        }
    }
    if (comm != MPI_COMM_WORLD) {
        MPI_Comm_free(&comm);
    }
    printf("repeated: rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong != 0;
}
