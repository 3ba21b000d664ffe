/* A loop of work and calls of MPI_Allreduce in which some ranks are slower than others.
 *
 *     planted_faults CALLS BYTES MILLISECONDS [RANK FACTOR]
 *
 * Work takes MILLISECONDS on every rank, on RANK that many times FACTOR. It is slept through: how many cores there are does not
 * matter. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

static void work(double milliseconds) {
    struct timespec time = {(time_t)(milliseconds / 1e3), (long)(milliseconds * 1e6) % 1000000000L};
    nanosleep(&time, NULL);
}

int main(int argc, char** argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc != 4 && argc != 6) {
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const int count = atoi(argv[2]) / (int)sizeof(double) + 1;
    double* const values = calloc((size_t)count, sizeof *values);
    double* const sums = calloc((size_t)count, sizeof *sums);
    const double factor = argc == 6 && atoi(argv[4]) == rank ? atof(argv[5]) : 1.0;
    for (int call = 0; call < atoi(argv[1]); ++call) {
        work(factor * atof(argv[3]));
        MPI_Allreduce(values, sums, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    free(values);
    free(sums);
    return MPI_Finalize();
}
