/* A program that begins collectives and then computes, without a call of MPI, until their data has come: which it can
 * only by a thread that carries them on. Says "carried on: right" on every rank, or runs until the watchdog ends it.
 *
 * Who looks into a buffer that a collective is under way in breaks MPI's rules, of which no library here makes use. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1 << 18, ROUNDS = 3 };

static int* buffer_of(int value) {
    int* numbers = malloc(sizeof(int) * COUNT);
    for (int i = 0; i < COUNT; ++i) {
        numbers[i] = value;
    }
    return numbers;
}

static int has_all(const int* numbers, int value) {
    for (int i = 0; i < COUNT; ++i) {
        if (((const volatile int*)numbers)[i] != value) {
            return 0;
        }
    }
    return 1;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < ROUNDS; ++round) {
        const int root = round % size;
        int* sent = buffer_of(rank == root ? round + 1 : 0);
        int* added = buffer_of(rank + round);
        int* sums = buffer_of(-1);
        MPI_Request requests[2];
        MPI_Status statuses[2];
        MPI_Ibcast(sent, COUNT, MPI_INT, root, MPI_COMM_WORLD, &requests[0]);
        MPI_Iallreduce(added, sums, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
        while (!has_all(sent, round + 1) || !has_all(sums, size * (size - 1) / 2 + size * round)) {
        }
        MPI_Waitall(2, requests, statuses);
        free(sent);
        free(added);
        free(sums);
    }
    printf("carried on: right\n");
    MPI_Finalize();
    return 0;
}
