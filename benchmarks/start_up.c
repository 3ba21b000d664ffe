/* How long MPI_Init takes: the longest of all processes, in seconds. Linked with nothing of ours. */
#include <mpi.h>

#include <stdio.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char** argv) {
    const double begin = now();
    MPI_Init(&argc, &argv);
    const double mine = now() - begin;
    double longest = 0.0;
    int rank = 0;
    PMPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("MPI_Init: %.6f\n", longest);
    }
    MPI_Finalize();
    return 0;
}
