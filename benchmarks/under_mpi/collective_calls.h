/* A call of every collective, by the name that a preloaded library has and by the MPI library's own, and the clock that
 * processes of one machine share. Included by one file of a program. */
#define _POSIX_C_SOURCE 200112L

#include <mpi.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds in which a message from rank 0 reaches all. */
static const double AHEAD = 0.06;

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

struct collective {
    const char* name;
    call_function* natively;
    call_function* by_library;
};

static const struct collective collectives[] = {
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

/* The one called `name`, with buffers for `bytes`, which a process has, or the root; null if there is none. */
static const struct collective* collective_named(const char* name, int bytes) {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    elements = bytes / 4 > 0 ? bytes / 4 : 1;
    sent = calloc((size_t)elements * (size_t)size, 4);
    received = calloc((size_t)elements * (size_t)size, 4);
    for (size_t i = 0; i < sizeof collectives / sizeof collectives[0]; ++i) {
        if (strcmp(name, collectives[i].name) == 0) {
            return &collectives[i];
        }
    }
    return NULL;
}
