/* Times MPI_Allreduce: an ordinary MPI program that knows nothing of Causeway.
 *
 *   mpirun -n 12 allreduce_timing [smallest] [largest] [repetitions]
 *
 * Prints "bytes,seconds" lines: the median, over the repetitions, of the time from an agreed moment to the
 * slowest process's return. The data is checked.
 */
#include "agreed_start.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Small whole numbers, so that sums are exact in every order. */
static void fill(double* data, long count, int salt) {
    for (long i = 0; i < count; ++i) {
        data[i] = (double)((i * 31 + salt) % 128);
    }
}

static int is_sum(const double* sums, const double* data, long count, int processes) {
    for (long i = 0; i < count; ++i) {
        if (sums[i] != data[i] * processes) {
            return 0;
        }
    }
    return 1;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const long smallest = argc > 1 ? atol(argv[1]) : 1024;
    const long largest = argc > 2 ? atol(argv[2]) : 16L << 20;
    const int repetitions = argc > 3 ? atoi(argv[3]) : 3;
    int rank = 0;
    int processes = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    const size_t room = (size_t)largest < sizeof(double) ? sizeof(double) : (size_t)largest;
    double* data = malloc(room);
    double* sums = malloc(room);
    double* samples = malloc(sizeof(double) * (size_t)repetitions);
    int wrong = 0;
    if (rank == 0) {
        printf("bytes,seconds\n");
    }
    const double margin = margin_for_agreement();
    for (long size = smallest; size <= largest; size *= 4) {
        const long count = size < (long)sizeof(double) ? 1 : size / (long)sizeof(double);
        /* The first run, which sets up connections, does not count. */
        for (int repetition = -1; repetition < repetitions; ++repetition) {
            fill(data, count, repetition + 1);
            memset(sums, 0, (size_t)count * sizeof(double));
            const double start = agreed_moment(margin);
            sleep_until(start);
            MPI_Allreduce(data, sums, (int)count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            const double mine = now() - start;
            const double slowest = maximum(mine);
            if (repetition >= 0) {
                samples[repetition] = slowest;
            }
            wrong |= !is_sum(sums, data, count, processes);
        }
        const double seconds = median(samples, repetitions);
        if (rank == 0) {
            printf("%ld,%.6f\n", size, seconds);
            fflush(stdout);
        }
    }
    int wrong_anywhere = 0;
    MPI_Allreduce(&wrong, &wrong_anywhere, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (wrong_anywhere && rank == 0) {
        fprintf(stderr, "allreduce_timing: the sums are wrong\n");
    }
    free(samples);
    free(sums);
    free(data);
    MPI_Finalize();
    return wrong_anywhere;
}
