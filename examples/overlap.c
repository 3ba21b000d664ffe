/* How much of a nonblocking collective is hidden behind a computation: an ordinary MPI program that knows nothing of
 * Causeway.
 *
 *   mpirun -n 12 overlap bcast|allreduce [bytes] [milliseconds between tests] [repetitions] [sleep]
 *
 * The program computes for as long as the collective takes alone, with an MPI_Test every so many milliseconds of it (1;
 * 0: none). Prints "collective_seconds,computation_seconds,together_seconds,hidden,computation_with_it_seconds":
 * medians of the slowest process; hidden is the part of the shorter of both that costs nothing when they are done
 * together, and the last one is what the same computation takes beside the collective. The data is checked.
 */
#include "agreed_start.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile double result;

/* Additions that take some ten microseconds; or a sleep, so long that waking up from it keeps nobody else from a
 * processor. */
static void compute_a_little(int is_asleep) {
    if (is_asleep) {
        const struct timespec nap = {0, 1000000};
        nanosleep(&nap, NULL);
        return;
    }
    double sum = result;
    for (int i = 0; i < 20000; ++i) {
        sum = sum * 0.999 + (double)i;
    }
    result = sum;
}

struct collective {
    int is_broadcast;
    double* data;
    double* sums;
    int count;
    int rank;
    int processes;
    int is_asleep;
};

static void fill(const struct collective* what, int salt) {
    for (int i = 0; i < what->count; ++i) {
        const double value = (double)((i * 31 + salt) % 128);
        what->data[i] = what->is_broadcast && what->rank != 0 ? -1.0 : value;
        what->sums[i] = -1.0;
    }
}

static int is_right(const struct collective* what, int salt) {
    for (int i = 0; i < what->count; ++i) {
        const double value = (double)((i * 31 + salt) % 128);
        if (what->is_broadcast ? what->data[i] != value : what->sums[i] != value * what->processes) {
            return 0;
        }
    }
    return 1;
}

static MPI_Request begin(const struct collective* what) {
    MPI_Request request = MPI_REQUEST_NULL;
    if (what->is_broadcast) {
        MPI_Ibcast(what->data, what->count, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request);
    } else {
        MPI_Iallreduce(what->data, what->sums, what->count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    }
    return request;
}

/* Seconds of so many computations, and a test of `request` every `interval` seconds of them; 0: none. */
static double compute(const struct collective* what, long steps, MPI_Request* request, double interval) {
    const double start = now();
    double next = start + interval;
    for (long step = 0; step < steps; ++step) {
        compute_a_little(what->is_asleep);
        if (interval > 0.0 && now() >= next) {
            int is_done = 0;
            MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
            next = now() + interval;
        }
    }
    return now() - start;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    struct collective what;
    what.is_broadcast = argc < 2 || strcmp(argv[1], "allreduce") != 0;
    const long bytes = argc > 2 ? atol(argv[2]) : 4L << 20;
    const double interval = argc > 3 ? 1e-3 * atof(argv[3]) : 1e-3;
    const int repetitions = argc > 4 ? atoi(argv[4]) : 5;
    what.is_asleep = argc > 5 && strcmp(argv[5], "sleep") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &what.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &what.processes);
    what.count = bytes < (long)sizeof(double) ? 1 : (int)(bytes / (long)sizeof(double));
    what.data = malloc(sizeof(double) * (size_t)what.count);
    what.sums = malloc(sizeof(double) * (size_t)what.count);
    double* alone = malloc(sizeof(double) * (size_t)repetitions);
    double* computed = malloc(sizeof(double) * (size_t)repetitions);
    double* together = malloc(sizeof(double) * (size_t)repetitions);
    double* beside = malloc(sizeof(double) * (size_t)repetitions);
    int wrong = 0;
    const double margin = margin_for_agreement();
    MPI_Barrier(MPI_COMM_WORLD); /* most programs have one first */

    /* The first run, which sets up connections, does not count. */
    for (int repetition = -1; repetition < repetitions; ++repetition) {
        fill(&what, repetition + 1);
        const double start = agreed_moment(margin);
        sleep_until(start);
        MPI_Request request = begin(&what);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        const double slowest = maximum(now() - start);
        if (repetition >= 0) {
            alone[repetition] = slowest;
        }
        wrong |= !is_right(&what, repetition + 1);
    }
    const double collective = median(alone, repetitions);

    /* All processes compute as much as the slowest does in that time. */
    MPI_Request none = MPI_REQUEST_NULL;
    const long few = 100;
    const double step = maximum(compute(&what, few, &none, 0.0)) / (double)few;
    const long steps = (long)(collective / step) + 1;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        sleep_until(agreed_moment(margin));
        computed[repetition] = maximum(compute(&what, steps, &none, interval));
    }
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        fill(&what, repetition + 7);
        const double start = agreed_moment(margin);
        sleep_until(start);
        MPI_Request request = begin(&what);
        const double own = compute(&what, steps, &request, interval);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        together[repetition] = maximum(now() - start);
        beside[repetition] = maximum(own);
        wrong |= !is_right(&what, repetition + 7);
    }
    const double computation = median(computed, repetitions);
    const double both = median(together, repetitions);
    const double shorter = computation < collective ? computation : collective;
    if (what.rank == 0) {
        printf("collective_seconds,computation_seconds,together_seconds,hidden,computation_with_it_seconds\n");
        printf("%.6f,%.6f,%.6f,%.3f,%.6f\n", collective, computation, both, (collective + computation - both) / shorter,
               median(beside, repetitions));
    }
    free(what.data);
    free(what.sums);
    free(alone);
    free(computed);
    free(together);
    free(beside);
    if (wrong) {
        fprintf(stderr, "overlap: rank %d has wrong data\n", what.rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
