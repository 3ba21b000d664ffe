/* What one call of MPI_Bcast costs where nothing is planned: one byte on MPI_COMM_SELF and on a duplicate of
 * MPI_COMM_WORLD, in nanoseconds per call: the least of many batches, as everything else only adds to it.
 *
 * Run it with and without the preloaded library; the difference is the cost of the layer. */
#include <mpi.h>
#include <stdio.h>

enum { kBatches = 2000, kCallsPerBatch = 500 };

static double nanoseconds_per_call(MPI_Comm communicator) {
    char byte = 0;
    double least = 1e9;
    for (int batch = 0; batch < kBatches; ++batch) {
        MPI_Barrier(communicator);
        const double start = MPI_Wtime();
        for (int call = 0; call < kCallsPerBatch; ++call) {
            MPI_Bcast(&byte, 1, MPI_BYTE, 0, communicator);
        }
        const double each = (MPI_Wtime() - start) / kCallsPerBatch * 1e9;
        least = each < least ? each : least;
    }
    return least;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const double alone = nanoseconds_per_call(MPI_COMM_SELF);
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    const double together = nanoseconds_per_call(copy);
    MPI_Comm_free(&copy);
    if (rank == 0) {
        printf("MPI_COMM_SELF: %.0f ns per call; %d processes: %.0f ns per call\n", alone, size, together);
    }
    MPI_Finalize();
    return 0;
}
