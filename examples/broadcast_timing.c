/* Times MPI_Bcast: an ordinary MPI program that knows nothing of Causeway.
 *
 *   mpirun -n 12 broadcast_timing [smallest] [largest] [repetitions] [root]
 *
 * Prints "bytes,seconds" lines: the median, over the repetitions, of the time from an agreed moment to the
 * slowest process's return. The data is checked.
 */
#include "agreed_start.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill(unsigned char* data, long size, int salt) {
    for (long i = 0; i < size; ++i) {
        data[i] = (unsigned char)(i * 31 + (i >> 9) + salt);
    }
}

static int is_filled(const unsigned char* data, long size, int salt) {
    for (long i = 0; i < size; ++i) {
        if (data[i] != (unsigned char)(i * 31 + (i >> 9) + salt)) {
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
    const int root = argc > 4 ? atoi(argv[4]) : 0;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    unsigned char* data = malloc((size_t)largest);
    double* samples = malloc(sizeof(double) * (size_t)repetitions);
    int wrong = 0;
    if (rank == 0) {
        printf("bytes,seconds\n");
    }
    const double margin = margin_for_agreement();
    for (long size = smallest; size <= largest; size *= 4) {
        /* The first run, which sets up connections, does not count. */
        for (int repetition = -1; repetition < repetitions; ++repetition) {
            if (rank == root) {
                fill(data, size, repetition);
            } else {
                memset(data, 0, (size_t)size);
            }
            const double start = agreed_moment(margin);
            sleep_until(start);
            MPI_Bcast(data, (int)size, MPI_UNSIGNED_CHAR, root, MPI_COMM_WORLD);
            const double mine = now() - start;
            const double slowest = maximum(mine);
            if (repetition >= 0) {
                samples[repetition] = slowest;
            }
            wrong |= !is_filled(data, size, repetition);
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
        fprintf(stderr, "broadcast_timing: the data arrived wrong\n");
    }
    free(samples);
    free(data);
    MPI_Finalize();
    return wrong_anywhere;
}
