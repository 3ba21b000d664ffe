/* What Causeway costs where it has nothing to gain: every collective is called by its own name, which a preloaded
 * library replaces, and by its profiling name, which is the MPI library's, in one process and in turn.
 *
 *     benchmark_pass_through [all | host | self]
 *
 * On MPI_COMM_WORLD, on the processes of rank 0's host, or on each process alone. A line for each collective and size:
 * the MPI library's own time of a call, what ours adds to it (the median over pairs of batches, the slowest process
 * counts), and the ratio of both, by that median and by the fastest batches. Without a preloaded library it shows its
 * own noise. Linked with nothing of ours. */
#define _GNU_SOURCE
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kLargest = 1 << 20, kMostPairs = 2000, kLeastPairs = 41 };

static const double kSecondsPerBatch = 2e-4;
static const double kSecondsPerCell = 0.3;

typedef struct {
    MPI_Comm comm;
    int count; /* of doubles: of a message, or of each process's part */
    double* send;
    double* receive;
} arguments;

typedef void function(const arguments* a);

/* Both calls of one collective. */
#define COLLECTIVE(name, Name, ...)                 \
    static void ours_##name(const arguments* a) {   \
        MPI_##Name(__VA_ARGS__);                    \
    }                                               \
    static void theirs_##name(const arguments* a) { \
        PMPI_##Name(__VA_ARGS__);                   \
    }
COLLECTIVE(barrier, Barrier, a->comm)
COLLECTIVE(bcast, Bcast, a->send, a->count, MPI_DOUBLE, 0, a->comm)
COLLECTIVE(reduce, Reduce, a->send, a->receive, a->count, MPI_DOUBLE, MPI_MAX, 0, a->comm)
COLLECTIVE(allreduce, Allreduce, a->send, a->receive, a->count, MPI_DOUBLE, MPI_MAX, a->comm)
COLLECTIVE(gather, Gather, a->send, a->count, MPI_DOUBLE, a->receive, a->count, MPI_DOUBLE, 0, a->comm)
COLLECTIVE(scatter, Scatter, a->send, a->count, MPI_DOUBLE, a->receive, a->count, MPI_DOUBLE, 0, a->comm)
COLLECTIVE(allgather, Allgather, a->send, a->count, MPI_DOUBLE, a->receive, a->count, MPI_DOUBLE, a->comm)
COLLECTIVE(alltoall, Alltoall, a->send, a->count, MPI_DOUBLE, a->receive, a->count, MPI_DOUBLE, a->comm)
COLLECTIVE(reduce_scatter, Reduce_scatter_block, a->send, a->receive, a->count, MPI_DOUBLE, MPI_MAX, a->comm)

typedef struct {
    const char* name;
    function* ours;
    function* theirs;
} collective;

#define BOTH(name) \
    { #name, ours_##name, theirs_##name }
static const collective kCollectives[] = {BOTH(barrier),   BOTH(bcast),    BOTH(reduce),
                                          BOTH(allreduce), BOTH(gather),   BOTH(scatter),
                                          BOTH(allgather), BOTH(alltoall), BOTH(reduce_scatter)};
static const int kSizes[] = {8, 1024, 65536, kLargest};

/* Seconds per call. */
static double batch(function* call, const arguments* a, int calls) {
    int i;
    double start;
    PMPI_Barrier(a->comm);
    start = PMPI_Wtime();
    for (i = 0; i < calls; ++i) {
        call(a);
    }
    return (PMPI_Wtime() - start) / calls;
}

static int ascending(const void* a, const void* b) {
    const double difference = *(const double*)a - *(const double*)b;
    return (difference > 0.0) - (difference < 0.0);
}

static double median(double* values, int count) {
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[count / 2];
}

static int between(double value, int least, int most) {
    return value < least ? least : value > most ? most : (int)value;
}

static void measure(const collective* one, const arguments* a, int bytes, int rank) {
    static double times[2][kMostPairs]; /* [theirs, ours][pair]: of this process, then of the slowest */
    static double slowest[2][kMostPairs];
    static double added[kMostPairs];
    int sizes[2]; /* calls in a batch, pairs of batches */
    int pair;
    double usual;
    double more;
    /* The first calls make what a communicator needs. */
    batch(one->ours, a, 3);
    usual = batch(one->theirs, a, 50); /* ranks differ: rank 0's counts */
    sizes[0] = between(kSecondsPerBatch / (usual + 1e-9), 1, 5000);
    sizes[1] = between(kSecondsPerCell / (2.0 * usual * sizes[0] + 1e-9), kLeastPairs, kMostPairs);
    PMPI_Bcast(sizes, 2, MPI_INT, 0, a->comm);
    for (pair = 0; pair < sizes[1]; ++pair) {
        const int first = pair % 2; /* none always follows the other */
        times[first][pair] = batch(first ? one->ours : one->theirs, a, sizes[0]);
        times[1 - first][pair] = batch(first ? one->theirs : one->ours, a, sizes[0]);
    }
    PMPI_Reduce(times, slowest, 2 * kMostPairs, MPI_DOUBLE, MPI_MAX, 0, a->comm);
    if (rank != 0) {
        return;
    }
    for (pair = 0; pair < sizes[1]; ++pair) {
        added[pair] = slowest[1][pair] - slowest[0][pair];
    }
    more = median(added, sizes[1]);
    usual = median(slowest[0], sizes[1]);
    (void)median(slowest[1], sizes[1]);
    printf("%-14s %8d bytes %12.1f ns %+10.1f ns  ratio %.3f  of the fastest %.3f\n", one->name, bytes, 1e9 * usual,
           1e9 * more, 1.0 + more / usual, slowest[1][0] / slowest[0][0]);
    fflush(stdout);
}

static void measure_all(MPI_Comm comm, int rank) {
    arguments a;
    int processes;
    size_t i;
    size_t j;
    MPI_Comm_size(comm, &processes);
    a.comm = comm;
    a.send = calloc((size_t)processes, kLargest);
    a.receive = calloc((size_t)processes, kLargest);
    for (i = 0; i < sizeof kCollectives / sizeof *kCollectives; ++i) {
        for (j = 0; j < sizeof kSizes / sizeof *kSizes; ++j) {
            const int is_barrier = strcmp(kCollectives[i].name, "barrier") == 0;
            if (!is_barrier || j == 0) {
                a.count = kSizes[j] / (int)sizeof(double);
                measure(&kCollectives[i], &a, is_barrier ? 0 : kSizes[j], rank);
            }
        }
    }
    free(a.send);
    free(a.receive);
}

int main(int argc, char** argv) {
    const char* where = argc > 1 ? argv[1] : "all";
    int rank = 0;
    int first = 0;
    int done = 0;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Request all_done;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    first = rank;
    if (strcmp(where, "host") == 0) {
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
        PMPI_Bcast(&first, 1, MPI_INT, 0, comm);
    } else {
        MPI_Comm_dup(strcmp(where, "self") == 0 ? MPI_COMM_SELF : MPI_COMM_WORLD, &comm);
        first = 0;
    }
    /* Planned for or not is known from the first blocking call on. */
    MPI_Barrier(MPI_COMM_WORLD);
    if (first == 0) {
        measure_all(comm, rank);
    }
    /* The others leave the processors to those that measure. */
    PMPI_Ibarrier(MPI_COMM_WORLD, &all_done);
    while (PMPI_Test(&all_done, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
        usleep(20000);
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
