/* Sends by every function of MPI that sends, calls every collective operation, and says what a trace must hold. For 4
 * processes or more. */
#include "expected.h"

#include <mpi.h>
#include <stdlib.h>

enum { kMost = 4096 };

static int world_rank;
static int world_size;
static char out[kMost];
static char in[16 * kMost];
static MPI_Status statuses[2];

/* Ranks in `comm` to send to and to receive from, and the former's rank in MPI_COMM_WORLD. */
struct Ring {
    MPI_Comm comm;
    int next;
    int previous;
    int next_in_world;
};

static struct Ring ring_of(MPI_Comm comm) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    struct Ring ring = {comm, (rank + 1) % size, (rank + size - 1) % size, -1};
    MPI_Sendrecv(&world_rank, 1, MPI_INT, ring.previous, 0, &ring.next_in_world, 1, MPI_INT, ring.next, 0, comm,
                 MPI_STATUS_IGNORE);
    /* That was one, the other way round, and counts too. */
    int previous_in_world = -1;
    MPI_Sendrecv(&world_rank, 1, MPI_INT, ring.next, 0, &previous_in_world, 1, MPI_INT, ring.previous, 0, comm,
                 MPI_STATUS_IGNORE);
    expect_message(previous_in_world, 1, 4);
    expect_message(ring.next_in_world, 1, 4);
    return ring;
}

typedef int (*Blocking)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
typedef int (*Nonblocking)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

static void every_send(struct Ring ring) {
    const Blocking blocking[] = {MPI_Send, MPI_Ssend, MPI_Bsend, MPI_Rsend};
    const Nonblocking nonblocking[] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
    const Nonblocking persistent[] = {MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init, MPI_Rsend_init};
    for (int mode = 0; mode < 4; ++mode) {
        MPI_Request requests[2];
        MPI_Irecv(in, kMost, MPI_BYTE, ring.previous, 1, ring.comm, &requests[0]);
        MPI_Barrier(ring.comm); /* a ready send needs its receive */
        expect_collective("MPI_Barrier", 0);
        blocking[mode](out, 10 + mode, MPI_INT, ring.next, 1, ring.comm);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        expect_message(ring.next_in_world, 1, 4 * (10 + mode));

        MPI_Irecv(in, kMost, MPI_BYTE, ring.previous, 2, ring.comm, &requests[0]);
        MPI_Barrier(ring.comm);
        expect_collective("MPI_Barrier", 0);
        nonblocking[mode](out, 20 + mode, MPI_DOUBLE, ring.next, 2, ring.comm, &requests[1]);
        MPI_Waitall(2, requests, statuses);
        expect_message(ring.next_in_world, 1, 8 * (20 + mode));

        MPI_Recv_init(in, kMost, MPI_BYTE, ring.previous, 3, ring.comm, &requests[0]);
        persistent[mode](out, 30 + mode, MPI_SHORT, ring.next, 3, ring.comm, &requests[1]);
        for (int turn = 0; turn < 3; ++turn) {
            MPI_Start(&requests[0]);
            MPI_Barrier(ring.comm);
            expect_collective("MPI_Barrier", 0);
            if (turn < 2) {
                MPI_Start(&requests[1]);
            } else {
                MPI_Startall(1, &requests[1]);
            }
            MPI_Waitall(2, requests, statuses);
        }
        expect_message(ring.next_in_world, 3, 2 * (30 + mode));
        MPI_Request_free(&requests[1]);
        MPI_Request_free(&requests[0]);
    }
}

static void every_exchange(struct Ring ring) {
    MPI_Sendrecv(out, 7, MPI_FLOAT, ring.next, 4, in, kMost, MPI_BYTE, ring.previous, 4, ring.comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(in, 9, MPI_FLOAT, ring.next, 5, ring.previous, 5, ring.comm, MPI_STATUS_IGNORE);
    expect_message(ring.next_in_world, 1, 28);
    expect_message(ring.next_in_world, 1, 36);
#if MPI_VERSION >= 4
    MPI_Request request;
    MPI_Isendrecv(out, 8, MPI_FLOAT, ring.next, 6, in, kMost, MPI_BYTE, ring.previous, 6, ring.comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isendrecv_replace(in, 11, MPI_FLOAT, ring.next, 7, ring.previous, 7, ring.comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Sendrecv_c(out, 12, MPI_FLOAT, ring.next, 8, in, kMost, MPI_BYTE, ring.previous, 8, ring.comm,
                   MPI_STATUS_IGNORE);
    expect_message(ring.next_in_world, 1, 32);
    expect_message(ring.next_in_world, 1, 44);
    expect_message(ring.next_in_world, 1, 48);
    MPI_Request requests[2];
    MPI_Irecv(in, kMost, MPI_BYTE, ring.previous, 9, ring.comm, &requests[0]);
    MPI_Isend_c(out, 13, MPI_FLOAT, ring.next, 9, ring.comm, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    expect_message(ring.next_in_world, 1, 52);
#endif
    /* Nobody gets these. */
    MPI_Send(out, 5, MPI_INT, MPI_PROC_NULL, 0, ring.comm);
    MPI_Sendrecv(out, 5, MPI_INT, MPI_PROC_NULL, 0, in, 5, MPI_INT, MPI_PROC_NULL, 0, ring.comm, MPI_STATUS_IGNORE);
    /* The receiver's side of a probed message is not a send. An empty message is a message. */
    MPI_Request request_of_empty;
    MPI_Isend(out, 0, MPI_INT, ring.next, 10, ring.comm, &request_of_empty);
    MPI_Message message;
    MPI_Mprobe(ring.previous, 10, ring.comm, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request_of_empty, MPI_STATUS_IGNORE);
    expect_message(ring.next_in_world, 1, 0);
    /* Of a datatype with holes the holes are not sent. */
    MPI_Datatype holes;
    MPI_Type_vector(5, 2, 3, MPI_INT, &holes);
    MPI_Type_commit(&holes);
    MPI_Sendrecv(out, 2, holes, ring.next, 11, in, kMost, MPI_BYTE, ring.previous, 11, ring.comm, MPI_STATUS_IGNORE);
    MPI_Type_free(&holes);
    expect_message(ring.next_in_world, 1, 80);
}

/* Between the lower and the upper half of MPI_COMM_WORLD, and within each. */
static void between_halves(void) {
    const int half = world_size / 2;
    const int is_upper = world_rank >= half;
    MPI_Comm mine;
    MPI_Comm_split(MPI_COMM_WORLD, is_upper, -world_rank, &mine); /* backwards */
    struct Ring ring = ring_of(mine);
    every_exchange(ring);
    MPI_Comm other;
    MPI_Intercomm_create(mine, 0, MPI_COMM_WORLD, is_upper ? half - 1 : world_size - 1, 12, &other);
    int remote = 0;
    int rank = 0;
    MPI_Comm_remote_size(other, &remote);
    MPI_Comm_rank(other, &rank);
    if (!is_upper) {
        const int to = rank % remote;
        MPI_Send(out, 100 + rank, MPI_CHAR, to, 13, other);
        expect_message(world_size - 1 - to, 1, 100 + rank);
    } else {
        for (int from = rank; from < half; from += world_size - half) {
            MPI_Recv(in, kMost, MPI_CHAR, from, 13, other, MPI_STATUS_IGNORE);
        }
    }
    const int root = is_upper ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Bcast(out, 17, MPI_INT, root, other);
    expect_collective("MPI_Bcast", root == MPI_ROOT ? 68 : 0);
    MPI_Reduce(out, in, 3, MPI_INT, MPI_SUM, root, other);
    expect_collective("MPI_Reduce", is_upper ? 12 : 0);
    MPI_Comm_free(&other);
    MPI_Comm_free(&mine);
}

static void every_collective(MPI_Comm comm) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int* counts = malloc(sizeof(int) * (size_t)size);
    int* displacements = malloc(sizeof(int) * (size_t)size);
    MPI_Datatype* types = malloc(sizeof(MPI_Datatype) * (size_t)size);
    int total = 0;
    for (int i = 0; i < size; ++i) {
        counts[i] = i + 1;
        displacements[i] = 4 * total;
        types[i] = MPI_INT;
        total += counts[i];
    }
    int* each = malloc(sizeof(int) * (size_t)size); /* what all send to one is of one size, for the exchanges */
    int* places = malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < size; ++i) {
        each[i] = 3;
        places[i] = 12 * i;
    }
    for (int i = 0; i < size; ++i) {
        displacements[i] /= 4;
    }
    const int last = size - 1;
    MPI_Request request;

    MPI_Bcast(out, 5, MPI_INT, last, comm);
    expect_collective("MPI_Bcast", rank == last ? 20 : 0);
    MPI_Ibcast(out, 6, MPI_INT, last, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_collective("MPI_Ibcast", rank == last ? 24 : 0);
    MPI_Gather(out, 5, MPI_INT, in, 5, MPI_INT, last, comm);
    expect_collective("MPI_Gather", 20);
    MPI_Gather(rank == 0 ? MPI_IN_PLACE : out, 6, MPI_INT, in, 6, MPI_INT, 0, comm);
    expect_collective("MPI_Gather", 24);
    MPI_Gatherv(out, rank + 1, MPI_INT, in, counts, displacements, MPI_INT, 0, comm);
    expect_collective("MPI_Gatherv", 4 * (rank + 1));
    MPI_Scatter(in, 5, MPI_INT, out, 5, MPI_INT, 0, comm);
    expect_collective("MPI_Scatter", rank == 0 ? 20 * size : 0);
    MPI_Scatterv(in, counts, displacements, MPI_INT, out, rank + 1, MPI_INT, 0, comm);
    expect_collective("MPI_Scatterv", rank == 0 ? 4 * total : 0);
    MPI_Allgather(out, 3, MPI_INT, in, 3, MPI_INT, comm);
    expect_collective("MPI_Allgather", 12);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 4, MPI_INT, comm);
    expect_collective("MPI_Allgather", 16);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, counts, displacements, MPI_INT, comm);
    expect_collective("MPI_Allgatherv", 4 * (rank + 1));
    MPI_Alltoall(out, 3, MPI_INT, in, 3, MPI_INT, comm);
    expect_collective("MPI_Alltoall", 12 * size);
    MPI_Ialltoall(out, 2, MPI_INT, in, 2, MPI_INT, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_collective("MPI_Ialltoall", 8 * size);
    for (int i = 0; i < size; ++i) {
        places[i] /= 4;
    }
    MPI_Alltoallv(out, each, places, MPI_INT, in, each, places, MPI_INT, comm);
    expect_collective("MPI_Alltoallv", 12 * size);
    for (int i = 0; i < size; ++i) {
        places[i] *= 4;
    }
    MPI_Alltoallw(out, each, places, types, in, each, places, types, comm);
    expect_collective("MPI_Alltoallw", 12 * size);
    MPI_Reduce(out, in, 7, MPI_INT, MPI_SUM, 0, comm);
    expect_collective("MPI_Reduce", 28);
    MPI_Allreduce(MPI_IN_PLACE, in, 7, MPI_INT, MPI_SUM, comm);
    expect_collective("MPI_Allreduce", 28);
    MPI_Iallreduce(out, in, 8, MPI_INT, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_collective("MPI_Iallreduce", 32);
    MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, comm);
    expect_collective("MPI_Reduce_scatter", 4 * total);
    MPI_Reduce_scatter_block(out, in, 2, MPI_INT, MPI_SUM, comm);
    expect_collective("MPI_Reduce_scatter_block", 8 * size);
    MPI_Scan(out, in, 2, MPI_INT, MPI_SUM, comm);
    expect_collective("MPI_Scan", 8);
    MPI_Exscan(out, in, 3, MPI_INT, MPI_SUM, comm);
    expect_collective("MPI_Exscan", 12);
    MPI_Ibarrier(comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_collective("MPI_Ibarrier", 0);

    const int periods[] = {1};
    MPI_Comm ring;
    MPI_Cart_create(comm, 1, &size, periods, 0, &ring);
    MPI_Neighbor_allgather(out, 3, MPI_INT, in, 3, MPI_INT, ring);
    expect_collective("MPI_Neighbor_allgather", 12);
    MPI_Neighbor_alltoall(out, 3, MPI_INT, in, 3, MPI_INT, ring);
    expect_collective("MPI_Neighbor_alltoall", 24);
    MPI_Comm_free(&ring);
#if MPI_VERSION >= 4
    MPI_Allreduce_init(out, in, 5, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &request);
    for (int turn = 0; turn < 2; ++turn) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect_collective("MPI_Allreduce_init", 20);
    }
    MPI_Request_free(&request);
    MPI_Allreduce_c(out, in, 6, MPI_INT, MPI_SUM, comm);
    expect_collective("MPI_Allreduce", 24);
    MPI_Bcast_c(out, 6, MPI_INT, 1, comm);
    expect_collective("MPI_Bcast", rank == 1 ? 24 : 0);
#endif
    free(counts);
    free(displacements);
    free(types);
    free(each);
    free(places);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    const int space = 64 * kMost;
    void* buffer = malloc((size_t)space);
    MPI_Buffer_attach(buffer, space);
    every_send(ring_of(MPI_COMM_WORLD));
    every_exchange(ring_of(MPI_COMM_WORLD));
    every_collective(MPI_COMM_WORLD);
    between_halves();
    /* To oneself; on communicators that come and go, whose handles are used again. */
    for (int i = 0; i < 20; ++i) {
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, i % 2 == 0 ? 0 : world_rank % 2, i % 3 == 0 ? -world_rank : world_rank, &part);
        every_send(ring_of(part));
        MPI_Comm_free(&part);
    }
    struct Ring self = {MPI_COMM_SELF, 0, 0, world_rank};
    every_send(self);
    MPI_Buffer_detach(&buffer, &(int){0});
    free(buffer);
    print_expected();
    MPI_Finalize();
    return 0;
}
