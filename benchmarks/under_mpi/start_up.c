/* How long MPI_Init takes: the longest of all processes, in seconds, and what a preloaded library adds to it: from the
 * moment when the MPI library has let the last process go until the last one is back here. All processes must have one
 * clock, as they have on one machine. Linked with nothing of ours. */
#define _GNU_SOURCE
#include <mpi.h>

#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

typedef int init_function(int*, char***);

static double initialized;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* What a preloaded library calls. */
int PMPI_Init(int* argc, char*** argv) {
    void* const found = dlsym(RTLD_NEXT, "PMPI_Init");
    init_function* theirs;
    *(void**)&theirs = found;
    const int code = theirs(argc, argv);
    initialized = now();
    return code;
}

int main(int argc, char** argv) {
    const double begin = now();
    MPI_Init(&argc, &argv);
    const double end = now();
    /* Without a preloaded library nobody has come by PMPI_Init. */
    const double mine[3] = {end - begin, initialized == 0.0 ? end : initialized, end};
    double latest[3];
    int rank = 0;
    PMPI_Reduce(mine, latest, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("MPI_Init: %.6f added: %.6f\n", latest[0], latest[2] - latest[1]);
    }
    MPI_Finalize();
    return 0;
}
