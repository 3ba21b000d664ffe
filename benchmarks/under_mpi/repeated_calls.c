/* Calls a collective again and again, each time from a moment that is agreed on, and prints "call,seconds" as it goes,
 * to the end on the last rank: to watch what happens while the network changes.
 *
 *     repeated_calls COLLECTIVE BYTES CALLS
 *
 * BYTES is what a process has, or the root. Linked with nothing of ours. */
#include "collective_calls.h"

#include <stdio.h>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const struct collective* const chosen = argc == 4 ? collective_named(argv[1], atoi(argv[2])) : NULL;
    if (chosen == NULL) {
        if (rank == 0) {
            fprintf(stderr, "usage: repeated_calls COLLECTIVE BYTES CALLS\n");
        }
        MPI_Finalize();
        return 2;
    }
    const int calls = atoi(argv[3]);
    for (int call = 1; call <= calls; ++call) {
        const double begin = agreed_moment();
        chosen->by_library(MPI_COMM_WORLD);
        const double own = now() - begin;
        double most = 0.0;
        PMPI_Allreduce(&own, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (rank == 0) {
            printf("%d,%.6f\n", call, most);
            fflush(stdout);
        }
    }
    MPI_Finalize();
    return 0;
}
