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

typedef void call_function(MPI_Comm comm);

#define BOTH(name, call)                           \
    static void by_library_##name(MPI_Comm comm) { \
        MPI_##call;                                \
    }                                              \
    static void natively_##name(MPI_Comm comm) {   \
        PMPI_##call;                               \
    }

BOTH(broadcast, Bcast(sent, elements, MPI_FLOAT, 0, comm))
BOTH(reduce, Reduce(sent, received, elements, MPI_FLOAT, MPI_SUM, 0, comm))
BOTH(allreduce, Allreduce(sent, received, elements, MPI_FLOAT, MPI_SUM, comm))
BOTH(barrier, Barrier(comm))
BOTH(gather, Gather(sent, elements, MPI_FLOAT, received, elements, MPI_FLOAT, 0, comm))
BOTH(scatter, Scatter(sent, elements, MPI_FLOAT, received, elements, MPI_FLOAT, 0, comm))
BOTH(allgather, Allgather(sent, elements, MPI_FLOAT, received, elements, MPI_FLOAT, comm))
BOTH(alltoall, Alltoall(sent, elements, MPI_FLOAT, received, elements, MPI_FLOAT, comm))
BOTH(reduce_scatter, Reduce_scatter_block(sent, received, elements, MPI_FLOAT, MPI_SUM, comm))
BOTH(scan, Scan(sent, received, elements, MPI_FLOAT, MPI_SUM, comm))

struct collective {
    const char* name;
    call_function* natively;
    call_function* by_library;
};

static const struct collective collectives[] = {
#define ENTRY(name) \
    { #name, natively_##name, by_library_##name }
    ENTRY(broadcast), ENTRY(reduce),    ENTRY(allreduce), ENTRY(barrier),        ENTRY(gather),
    ENTRY(scatter),   ENTRY(allgather), ENTRY(alltoall),  ENTRY(reduce_scatter), ENTRY(scan),
};

/* Of the clock that all processes of a machine share. */
static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A moment at which all ranks are here, and know it. */
static inline double agreed_moment(void) {
    double moment = now() + AHEAD;
    PMPI_Bcast(&moment, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    struct timespec time = {.tv_sec = (time_t)moment};
    time.tv_nsec = (long)(1e9 * (moment - (double)time.tv_sec));
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
    return moment;
}

/* For `bytes`, which a process has, or the root. */
static inline void make_buffers(int bytes) {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    elements = bytes / 4 > 0 ? bytes / 4 : 1;
    sent = calloc((size_t)elements * (size_t)size, 4);
    received = calloc((size_t)elements * (size_t)size, 4);
}

/* The one called `name`, with buffers for `bytes`; null if there is none. */
static inline const struct collective* collective_named(const char* name, int bytes) {
    make_buffers(bytes);
    for (size_t i = 0; i < sizeof collectives / sizeof collectives[0]; ++i) {
        if (strcmp(name, collectives[i].name) == 0) {
            return &collectives[i];
        }
    }
    return NULL;
}
