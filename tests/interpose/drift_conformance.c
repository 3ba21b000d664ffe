/* Broadcasts while a link becomes slower and recovers (tests/support/pretend_links.c): what arrives must be right in
 * every call, also on communicators that are made, used and freed meanwhile, and on one of some of the processes.
 *
 *   mpirun -n N drift_conformance BYTES SECONDS
 *
 * The link is slow in the second third of SECONDS. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pretend_slow(int slow) __attribute__((weak));

static int wrong = 0;

static void broadcast(unsigned char* data, int bytes, int value, int root, MPI_Comm comm) {
    int rank;
    int i;
    MPI_Comm_rank(comm, &rank);
    memset(data, rank == root ? value % 251 : 255, (size_t)bytes);
    MPI_Bcast(data, bytes, MPI_BYTE, root, comm);
    for (i = 0; i < bytes; ++i) {
        wrong += data[i] != value % 251;
    }
}

int main(int argc, char** argv) {
    int rank, size, call;
    int third = 0;
    const int bytes = argc > 1 ? atoi(argv[1]) : 1 << 18;
    const double seconds = argc > 2 ? atof(argv[2]) : 10.0;
    unsigned char* data = malloc((size_t)bytes);
    double start;
    MPI_Comm some;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank < size - 1, -rank, &some);
    start = MPI_Wtime();
    for (call = 1; third < 3; ++call) {
        broadcast(data, bytes, call, 0, MPI_COMM_WORLD);
        if (call % 5 == 0) {
            int members;
            MPI_Comm_size(some, &members);
            broadcast(data, bytes / 4, call + 1, members / 2, some);
        }
        if (call % 40 == 0) {
            MPI_Comm brief;
            MPI_Comm_dup(MPI_COMM_WORLD, &brief);
            broadcast(data, bytes / 2, call + 2, size - 1, brief);
            MPI_Comm_free(&brief);
        }
        third = (int)(3.0 * (MPI_Wtime() - start) / seconds);
        MPI_Bcast(&third, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (pretend_slow) {
            pretend_slow(third == 1);
        }
    }
    MPI_Comm_free(&some);
    if (wrong == 0) {
        printf("drift: right after %d calls\n", call);
    }
    MPI_Finalize();
    free(data);
    return wrong != 0;
}
