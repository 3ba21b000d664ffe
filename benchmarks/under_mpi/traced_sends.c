/* What the tracer costs: the nanoseconds that a message of one byte to oneself takes (MPI_Irecv, MPI_Isend, MPI_Waitall),
 * a persistent one (MPI_Startall, MPI_Waitall), and half of a ping-pong between two processes, of one byte and of 8 KiB:
 * all that a message-bound program does. Each is the least of many batches, as everything else only adds to it.
 *
 * Run it without the preloaded library, with it, and with CAUSEWAY_TRACE set; the differences are the cost. */
#include <mpi.h>
#include <stdio.h>

enum { kBatches = 1000, kCallsPerBatch = 500, kLarge = 8192 };

typedef void (*Step)(void);

static char out[kLarge];
static char in[kLarge];
static int size_of_message = 1;
static int rank = 0;
static MPI_Request persistent[2];

static void send_to_oneself(void) {
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Irecv(in, 1, MPI_BYTE, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Isend(out, 1, MPI_BYTE, 0, 0, MPI_COMM_SELF, &requests[1]);
    MPI_Waitall(2, requests, statuses);
}

static void start_persistent(void) {
    MPI_Status statuses[2];
    MPI_Startall(2, persistent);
    MPI_Waitall(2, persistent, statuses);
}

static void ping_pong(void) {
    const int other = 1 - rank;
    if (rank == 0) {
        MPI_Send(out, size_of_message, MPI_BYTE, other, 0, MPI_COMM_WORLD);
        MPI_Recv(in, size_of_message, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(in, size_of_message, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, size_of_message, MPI_BYTE, other, 0, MPI_COMM_WORLD);
    }
}

static double nanoseconds_per_step(Step step) {
    double least = 1e9;
    for (int batch = 0; batch < kBatches; ++batch) {
        const double start = MPI_Wtime();
        for (int call = 0; call < kCallsPerBatch; ++call) {
            step();
        }
        const double each = (MPI_Wtime() - start) / kCallsPerBatch * 1e9;
        least = each < least ? each : least;
    }
    return least;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const double to_oneself = nanoseconds_per_step(send_to_oneself);
    MPI_Recv_init(in, 1, MPI_BYTE, 0, 0, MPI_COMM_SELF, &persistent[0]);
    MPI_Send_init(out, 1, MPI_BYTE, 0, 0, MPI_COMM_SELF, &persistent[1]);
    const double started = nanoseconds_per_step(start_persistent);
    MPI_Request_free(&persistent[0]);
    MPI_Request_free(&persistent[1]);
    if (rank == 0) {
        printf("to oneself %.0f ns, persistent %.0f ns", to_oneself, started);
    }
    if (size > 1) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double small = nanoseconds_per_step(ping_pong) / 2;
        size_of_message = kLarge;
        const double large = nanoseconds_per_step(ping_pong) / 2;
        if (rank == 0) {
            printf(", half a ping-pong %.0f ns, of 8 KiB %.0f ns", small, large);
        }
    }
    if (rank == 0) {
        printf("\n");
    }
    MPI_Finalize();
    return 0;
}
