/* What the first calls of a collective take, those that try what is fastest among them: by the name that a preloaded
 * library has, and by the MPI library's own, in turn.
 *
 *     first_calls COLLECTIVE BYTES CALLS alone|row
 *
 * BYTES is what a process has, or the root. `alone`: every call begins at a moment that is agreed on, by the clock that
 * processes of one machine share; `row`: ten follow one another from there. Prints a line for every turn of ten calls:
 * its seconds to the end on the last rank, natively and by the library. Linked with nothing of ours. */
#define _POSIX_C_SOURCE 200112L

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURN = 10 };

/* Seconds in which a message from rank 0 reaches all. */
static const double AHEAD = 0.06;

static int size;
static int elements;
static char* sent;
static char* received;

typedef void call_function(void);

#define BOTH(name, call)                  \
    static void by_library_##name(void) { \
        MPI_##call;                       \
    }                                     \
    static void natively_##name(void) {   \
        PMPI_##call;                      \
    }

BOTH(broadcast, Bcast(sent, elements, MPI_FLOAT, 0, MPI_COMM_WORLD))
BOTH(reduce, Reduce(sent, received, elements, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD))
BOTH(allreduce, Allreduce(sent, received, elements, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD))
BOTH(barrier, Barrier(MPI_COMM_WORLD))
BOTH(gather, Gather(sent, elements, MPI_FLOAT, received, elements, MPI_FLOAT, 0, MPI_COMM_WORLD))
BOTH(scatter, Scatter(sent, elements, MPI_FLOAT, received, elements, MPI_FLOAT, 0, MPI_COMM_WORLD))
BOTH(allgather, Allgather(sent, elements, MPI_FLOAT, received, elements, MPI_FLOAT, MPI_COMM_WORLD))
BOTH(alltoall, Alltoall(sent, elements, MPI_FLOAT, received, elements, MPI_FLOAT, MPI_COMM_WORLD))
BOTH(reduce_scatter, Reduce_scatter_block(sent, received, elements, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD))

static const struct {
    const char* name;
    call_function* natively;
    call_function* by_library;
} collectives[] = {
#define ENTRY(name) \
    { #name, natively_##name, by_library_##name }
    ENTRY(broadcast), ENTRY(reduce),    ENTRY(allreduce), ENTRY(barrier),        ENTRY(gather),
    ENTRY(scatter),   ENTRY(allgather), ENTRY(alltoall),  ENTRY(reduce_scatter),
};

/* Of the clock that all processes of a machine share. */
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A moment at which all ranks are here, and know it. */
static double agreed_moment(void) {
    double moment = now() + AHEAD;
    PMPI_Bcast(&moment, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    struct timespec time = {.tv_sec = (time_t)moment};
    time.tv_nsec = (long)(1e9 * (moment - (double)time.tv_sec));
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
    return moment;
}

/* Seconds of a turn, from moments that are agreed on to the rank that is through last. */
static double turn(call_function* call, int is_alone) {
    double sum = 0.0;
    for (int done = 0; done < TURN; done += is_alone ? 1 : TURN) {
        const double begin = agreed_moment();
        for (int i = 0; i < (is_alone ? 1 : TURN); ++i) {
            call();
        }
        const double own = now() - begin;
        double most = 0.0;
        PMPI_Allreduce(&own, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        sum += most;
    }
    return sum;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    size_t chosen = sizeof collectives / sizeof collectives[0];
    for (size_t i = 0; argc == 5 && i < sizeof collectives / sizeof collectives[0]; ++i) {
        chosen = strcmp(argv[1], collectives[i].name) == 0 ? i : chosen;
    }
    if (chosen == sizeof collectives / sizeof collectives[0]) {
        if (rank == 0) {
            fprintf(stderr, "usage: first_calls COLLECTIVE BYTES CALLS alone|row\n");
        }
        MPI_Finalize();
        return 2;
    }
    elements = atoi(argv[2]) / 4 > 0 ? atoi(argv[2]) / 4 : 1;
    const int calls = atoi(argv[3]);
    const int is_alone = strcmp(argv[4], "alone") == 0;
    sent = calloc((size_t)elements * (size_t)size, 4);
    received = calloc((size_t)elements * (size_t)size, 4);
    (void)turn(collectives[chosen].natively, is_alone); /* which opens connections */
    for (int i = 0; i < calls / TURN; ++i) {
        double native = i % 2 == 0 ? turn(collectives[chosen].natively, is_alone) : 0.0;
        const double ours = turn(collectives[chosen].by_library, is_alone);
        native = i % 2 == 0 ? native : turn(collectives[chosen].natively, is_alone);
        if (rank == 0) {
            printf("turn: %.6f %.6f\n", native, ours);
        }
    }
    free(sent);
    free(received);
    MPI_Finalize();
    return 0;
}
