/* Makes so many planned calls of each kind: on communicators that are freed at once, on two of the same processes that
 * live to the end, of more kinds than plans are kept for, and by a persistent request that is freed where there are
 * such. What the report must come to is in check_counted_calls.py. */
#include <mpi.h>
#if defined(OPEN_MPI) && OPEN_MPI
#include <mpi-ext.h>
#endif
#include <stdio.h>

#define SHORT_LIVES 49
#define CALLS 6
#define STARTS 5
#define MOST_BYTES (1 << 20)

static char data[MOST_BYTES];
static char result[MOST_BYTES];

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int life = 0; life < SHORT_LIVES; ++life) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        for (int i = 0; i < CALLS; ++i) {
            int number = 1;
            int sum = 0;
            MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, comm);
        }
        MPI_Comm_free(&comm);
    }
    MPI_Comm alive[2];
    for (int i = 0; i < 2; ++i) {
        MPI_Comm_dup(MPI_COMM_WORLD, &alive[i]);
        for (int call = 0; call < CALLS; ++call) {
            MPI_Barrier(alive[i]);
        }
    }
    /* From every root and in every size class. */
    int broadcasts = 0;
    for (int round = 0; round < 2; ++round) {
        for (int bytes = 1; bytes < MOST_BYTES; bytes += 1 + bytes / 17) {
            for (int root = 0; root < size; ++root) {
                MPI_Bcast(data, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
                MPI_Reduce(data, result, bytes, MPI_BYTE, MPI_BOR, root, MPI_COMM_WORLD);
                ++broadcasts;
            }
        }
    }
    int starts = 0;
#if (defined(OPEN_MPI) && OPEN_MPI && defined(OMPI_HAVE_MPI_EXT_PCOLLREQ))
    for (; starts < STARTS; ++starts) {
        MPI_Request request;
        MPIX_Gather_init(data, 100, MPI_BYTE, data + 100, 100, MPI_BYTE, 0, alive[0], MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
#endif
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("counted: allreduce %d barrier %d broadcast %d reduce %d gather %d\n", SHORT_LIVES * CALLS, 2 * CALLS,
               broadcasts, broadcasts, starts);
    }
    MPI_Finalize();
    return 0;
}
