/* What programs do alike that time a collective by size: include it before anything else.
 *
 *   mpirun -n 12 PROGRAM [smallest] [largest] [repetitions] ...
 *
 * Prints "bytes,seconds" lines: the median, over the repetitions, of the time from an agreed moment to the
 * slowest process's return. The data is checked.
 */
#ifndef CAUSEWAY_EXAMPLES_TIMING_LOOP_H
#define CAUSEWAY_EXAMPLES_TIMING_LOOP_H

#include "agreed_start.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static long largest_size(int argc, char** argv) {
    return argc > 2 ? atol(argv[2]) : 16L << 20;
}

/* Of each size and repetition; the first one, which sets up connections, does not count and has the number -1. */
struct timed_collective {
    const char* program;
    void* data; /* the functions are given it */
    void (*prepare)(void* data, long size, int repetition);
    void (*call)(void* data, long size);
    int (*is_right)(void* data, long size, int repetition);
};

/* Times all sizes. Returns whether any process found anything wrong. */
static int time_all_sizes(int argc, char** argv, const struct timed_collective* timed) {
    const long smallest = argc > 1 ? atol(argv[1]) : 1024;
    const int repetitions = argc > 3 ? atoi(argv[3]) : 3;
    double* samples = malloc(sizeof(double) * (size_t)repetitions);
    int wrong = 0;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("bytes,seconds\n");
    }
    const double margin = margin_for_agreement();
    for (long size = smallest; size <= largest_size(argc, argv); size *= 4) {
        for (int repetition = -1; repetition < repetitions; ++repetition) {
            timed->prepare(timed->data, size, repetition);
            const double start = agreed_moment(margin);
            sleep_until(start);
            timed->call(timed->data, size);
            const double slowest = maximum(now() - start);
            if (repetition >= 0) {
                samples[repetition] = slowest;
            }
            wrong |= !timed->is_right(timed->data, size, repetition);
        }
        const double seconds = median(samples, repetitions);
        if (rank == 0) {
            printf("%ld,%.6f\n", size, seconds);
            fflush(stdout);
        }
    }
    free(samples);
    int wrong_anywhere = 0;
    MPI_Allreduce(&wrong, &wrong_anywhere, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (wrong_anywhere && rank == 0) {
        fprintf(stderr, "%s: what arrived is wrong\n", timed->program);
    }
    return wrong_anywhere;
}

#endif
