/* What the first calls of a collective take, those that try what is fastest among them: by the name that a preloaded
 * library has, and by the MPI library's own, in turn.
 *
 *     first_calls COLLECTIVE BYTES CALLS alone|row
 *
 * BYTES is what a process has, or the root. `alone`: every call begins at a moment that is agreed on, by the clock that
 * processes of one machine share; `row`: ten follow one another from there. Prints a line for every turn of ten calls:
 * its seconds to the end on the last rank, natively and by the library. Linked with nothing of ours. */
#include "collective_calls.h"

#include <stdio.h>

enum { TURN = 10 };

/* Seconds of a turn, from moments that are agreed on to the rank that is through last. */
static double turn(call_function* call, int is_alone) {
    double sum = 0.0;
    for (int done = 0; done < TURN; done += is_alone ? 1 : TURN) {
        const double begin = agreed_moment();
        for (int i = 0; i < (is_alone ? 1 : TURN); ++i) {
            call(MPI_COMM_WORLD);
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
    const struct collective* const chosen = argc == 5 ? collective_named(argv[1], atoi(argv[2])) : NULL;
    if (chosen == NULL) {
        if (rank == 0) {
            fprintf(stderr, "usage: first_calls COLLECTIVE BYTES CALLS alone|row\n");
        }
        MPI_Finalize();
        return 2;
    }
    const int calls = atoi(argv[3]);
    const int is_alone = strcmp(argv[4], "alone") == 0;
    (void)turn(chosen->natively, is_alone); /* which opens connections */
    for (int i = 0; i < calls / TURN; ++i) {
        double native = i % 2 == 0 ? turn(chosen->natively, is_alone) : 0.0;
        const double ours = turn(chosen->by_library, is_alone);
        native = i % 2 == 0 ? native : turn(chosen->natively, is_alone);
        if (rank == 0) {
            printf("turn: %.6f %.6f\n", native, ours);
        }
    }
    MPI_Finalize();
    return 0;
}
