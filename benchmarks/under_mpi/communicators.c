/* What it takes to make a communicator, use it and free it: by the names that a preloaded library has, and by the MPI
 * library's own, in turn.
 *
 *     communicators [ROUNDS [BYTES [USES]]]
 *
 * For each way of making one and each collective: ROUNDS times each (20), with BYTES for a process, or of the root (8),
 * and USES calls on each communicator (1). A round lasts until the last rank is through. Prints a line for each:
 * medians in microseconds, and their ratio; in the end the largest ratio, and that of all times together. Linked with
 * nothing of ours. */
#include "collective_calls.h"

#include <stdio.h>

static int uses = 1;

typedef MPI_Comm make_function(void);
typedef int free_function(MPI_Comm* comm);

/* The two sides of one call: a preloaded library has the first name alone. */
#define SIDES(name, result, parameters, PREFIX_BODY) \
    static result library_##name parameters PREFIX_BODY(MPI) static result native_##name parameters PREFIX_BODY(PMPI)

#define MAKE_DUP(P)                          \
    {                                        \
        MPI_Comm made = MPI_COMM_NULL;       \
        P##_Comm_dup(MPI_COMM_WORLD, &made); \
        return made;                         \
    }
#define MAKE_IDUP(P)                                    \
    {                                                   \
        MPI_Comm made = MPI_COMM_NULL;                  \
        MPI_Request request = MPI_REQUEST_NULL;         \
        P##_Comm_idup(MPI_COMM_WORLD, &made, &request); \
        P##_Wait(&request, MPI_STATUS_IGNORE);          \
        return made;                                    \
    }
/* Two halves, each of them all over the network. */
#define MAKE_SPLIT(P)                                       \
    {                                                       \
        MPI_Comm made = MPI_COMM_NULL;                      \
        int rank = 0;                                       \
        P##_Comm_rank(MPI_COMM_WORLD, &rank);               \
        P##_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &made); \
        return made;                                        \
    }
/* All but rank 0. */
#define MAKE_CREATE_GROUP(P)                                       \
    {                                                              \
        MPI_Comm made = MPI_COMM_NULL;                             \
        MPI_Group all = MPI_GROUP_NULL;                            \
        MPI_Group some = MPI_GROUP_NULL;                           \
        const int first = 0;                                       \
        int rank = 0;                                              \
        P##_Comm_rank(MPI_COMM_WORLD, &rank);                      \
        P##_Comm_group(MPI_COMM_WORLD, &all);                      \
        P##_Group_excl(all, 1, &first, &some);                     \
        if (rank != first) {                                       \
            P##_Comm_create_group(MPI_COMM_WORLD, some, 7, &made); \
        }                                                          \
        P##_Group_free(&some);                                     \
        P##_Group_free(&all);                                      \
        return made;                                               \
    }
SIDES(dup, MPI_Comm, (void), MAKE_DUP)
SIDES(idup, MPI_Comm, (void), MAKE_IDUP)
SIDES(split, MPI_Comm, (void), MAKE_SPLIT)
SIDES(create_group, MPI_Comm, (void), MAKE_CREATE_GROUP)

struct maker {
    const char* name;
    make_function* sides[2]; /* natively, by the library */
};
#define MAKER(name)                       \
    {                                     \
#name, {                          \
            native_##name, library_##name \
        }                                 \
    }
static const struct maker makers[] = {MAKER(dup), MAKER(idup), MAKER(split), MAKER(create_group)};
static free_function* const frees[] = {PMPI_Comm_free, MPI_Comm_free};
enum { NUM_MAKERS = sizeof makers / sizeof makers[0], NUM_USERS = sizeof collectives / sizeof collectives[0] };

/* Seconds to the end on the last rank. */
static double round_of(const struct maker* maker, const struct collective* user, int side) {
    PMPI_Barrier(MPI_COMM_WORLD);
    const double begin = PMPI_Wtime();
    MPI_Comm made = maker->sides[side]();
    if (made != MPI_COMM_NULL) {
        for (int use = 0; use < uses; ++use) {
            (side == 0 ? user->natively : user->by_library)(made);
        }
        frees[side](&made);
    }
    const double own = PMPI_Wtime() - begin;
    double most = 0.0;
    PMPI_Allreduce(&own, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

static int compare(const void* one, const void* other) {
    const double a = *(const double*)one;
    const double b = *(const double*)other;
    return (a > b) - (a < b);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int rounds = argc > 1 ? atoi(argv[1]) : 20;
    make_buffers(argc > 2 && atoi(argv[2]) >= 4 ? atoi(argv[2]) : 8);
    uses = argc > 3 ? atoi(argv[3]) : 1;
    double* times[2] = {malloc((size_t)rounds * sizeof(double)), malloc((size_t)rounds * sizeof(double))};
    double worst = 0.0;
    double sums[2] = {0.0, 0.0};
    for (int m = 0; m < NUM_MAKERS; ++m) {
        for (int u = 0; u < NUM_USERS; ++u) {
            for (int i = -2; i < 2 * rounds; ++i) { /* the first two open connections */
                const int side = (i + 2) % 4 == 0 || (i + 2) % 4 == 3 ? 0 : 1;
                const double seconds = round_of(&makers[m], &collectives[u], side);
                if (i >= 0) {
                    times[side][i / 2] = seconds;
                }
            }
            for (int side = 0; side < 2; ++side) {
                qsort(times[side], (size_t)rounds, sizeof(double), compare);
                sums[side] += times[side][rounds / 2];
            }
            const double ratio = times[1][rounds / 2] / times[0][rounds / 2];
            worst = ratio > worst ? ratio : worst;
            if (rank == 0) {
                printf("%s, %s: native %.0f preloaded %.0f ratio %.2f\n", makers[m].name, collectives[u].name,
                       1e6 * times[0][rounds / 2], 1e6 * times[1][rounds / 2], ratio);
            }
        }
    }
    if (rank == 0) {
        printf("largest ratio %.2f, of all together %.2f\n", worst, sums[1] / sums[0]);
    }
    free(times[0]);
    free(times[1]);
    free(sent);
    free(received);
    MPI_Finalize();
    return 0;
}
