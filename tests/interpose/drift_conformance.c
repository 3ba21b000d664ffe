/* Broadcasts while a link becomes slower and recovers (tests/support/pretend_links.c): what arrives must be right in
 * every call, also on communicators that are made, used and freed meanwhile, and on one of some of the processes.
 *
 *   mpirun -n N drift_conformance BYTES BEFORE SLOW AFTER
 *
 * The link is slow for SLOW calls after the first BEFORE, and there are AFTER more. How long that takes is the links'
 * affair: to look at what recovered may take as long as it was slow, so AFTER is some times SLOW. */
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
    const int bytes = argc > 1 ? atoi(argv[1]) : 1 << 18;
    const int before = argc > 2 ? atoi(argv[2]) : 60;
    const int slow = argc > 3 ? atoi(argv[3]) : 100;
    const int after = argc > 4 ? atoi(argv[4]) : 300;
    unsigned char* data = malloc((size_t)bytes);
    MPI_Comm some;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank < size - 1, -rank, &some);
    for (call = 1; call <= before + slow + after; ++call) {
        if (pretend_slow) {
            pretend_slow(call > before && call <= before + slow);
        }
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
    }
    MPI_Comm_free(&some);
    if (wrong == 0) {
        printf("drift: right after %d calls\n", call - 1);
    }
    MPI_Finalize();
    free(data);
    return wrong != 0;
}
