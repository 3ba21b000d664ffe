/* Whatever call of MPI a process waits in, it carries on what others need it for: the last process waits for the end of
 * an MPI_Iallreduce and then lets the others go, who wait for that, each time in another way. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 3, BACK = 4, LARGE = 1 << 20 };

static MPI_Comm world;
static MPI_Status statuses[2];
static char* large;

static MPI_Request receive_from(int last) {
    MPI_Request request;
    MPI_Irecv(NULL, 0, MPI_BYTE, last, TAG, world, &request);
    return request;
}

static void by_recv(int last) {
    MPI_Recv(NULL, 0, MPI_BYTE, last, TAG, world, MPI_STATUS_IGNORE);
}

static void by_probe(int last) {
    MPI_Status status;
    MPI_Probe(last, TAG, world, &status);
    by_recv(last);
}

static void by_mprobe(int last) {
    MPI_Message message;
    MPI_Status status;
    MPI_Mprobe(last, TAG, world, &message, &status);
    MPI_Mrecv(NULL, 0, MPI_BYTE, &message, MPI_STATUS_IGNORE);
}

static void by_iprobe(int last) {
    for (int is_there = 0; !is_there;) {
        MPI_Iprobe(last, TAG, world, &is_there, MPI_STATUS_IGNORE);
    }
    by_recv(last);
}

static void by_improbe(int last) {
    MPI_Message message;
    for (int is_there = 0; !is_there;) {
        MPI_Improbe(last, TAG, world, &is_there, &message, MPI_STATUS_IGNORE);
    }
    MPI_Mrecv(NULL, 0, MPI_BYTE, &message, MPI_STATUS_IGNORE);
}

static void by_sendrecv(int last) {
    MPI_Sendrecv(NULL, 0, MPI_BYTE, last, BACK, NULL, 0, MPI_BYTE, last, TAG, world, MPI_STATUS_IGNORE);
}

static void by_wait(int last) {
    MPI_Request request = receive_from(last);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void by_waitall(int last) {
    MPI_Request requests[] = {MPI_REQUEST_NULL, receive_from(last)};
    MPI_Waitall(2, requests, statuses);
}

static void by_waitany(int last) {
    MPI_Request requests[] = {MPI_REQUEST_NULL, receive_from(last)};
    int index = 0;
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
}

static void by_waitsome(int last) {
    MPI_Request requests[] = {MPI_REQUEST_NULL, receive_from(last)};
    int count = 0;
    int indices[2];
    MPI_Waitsome(2, requests, &count, indices, statuses);
}

static void by_test(int last) {
    MPI_Request request = receive_from(last);
    for (int is_done = 0; !is_done;) {
        MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    }
}

static void by_testall(int last) {
    MPI_Request request = receive_from(last);
    for (int is_done = 0; !is_done;) {
        MPI_Testall(1, &request, &is_done, statuses);
    }
}

static void by_testany(int last) {
    MPI_Request request = receive_from(last);
    for (int is_done = 0, index = 0; !is_done;) {
        MPI_Testany(1, &request, &index, &is_done, MPI_STATUS_IGNORE);
    }
}

static void by_testsome(int last) {
    MPI_Request request = receive_from(last);
    for (int count = 0, index = 0; count == 0;) {
        MPI_Testsome(1, &request, &count, &index, statuses);
    }
}

static void by_request_get_status(int last) {
    MPI_Request request = receive_from(last);
    for (int is_done = 0; !is_done;) {
        MPI_Request_get_status(request, &is_done, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void let_go(int to) {
    MPI_Send(NULL, 0, MPI_BYTE, to, TAG, world);
}

static void by_ssend(int last) {
    MPI_Ssend(NULL, 0, MPI_BYTE, last, BACK, world);
}

static void by_large_send(int last) {
    MPI_Send(large, LARGE, MPI_BYTE, last, BACK, world);
}

static void receive_back(int from) {
    MPI_Recv(large, LARGE, MPI_BYTE, from, BACK, world, MPI_STATUS_IGNORE);
}

static void exchange(int with) {
    let_go(with);
    receive_back(with);
}

/* A collective of which the plan is there. */
static void by_barrier(int last) {
    (void)last;
    MPI_Barrier(world);
}

static const struct {
    const char* name;
    void (*wait)(int last);
    void (*let_go)(int other); /* the last one, for each of the others; NULL: it does the same as they do */
} ways[] = {{"MPI_Recv", by_recv, let_go},
            {"MPI_Probe", by_probe, let_go},
            {"MPI_Mprobe", by_mprobe, let_go},
            {"MPI_Iprobe", by_iprobe, let_go},
            {"MPI_Improbe", by_improbe, let_go},
            {"MPI_Sendrecv", by_sendrecv, exchange},
            {"MPI_Wait", by_wait, let_go},
            {"MPI_Waitall", by_waitall, let_go},
            {"MPI_Waitany", by_waitany, let_go},
            {"MPI_Waitsome", by_waitsome, let_go},
            {"MPI_Test", by_test, let_go},
            {"MPI_Testall", by_testall, let_go},
            {"MPI_Testany", by_testany, let_go},
            {"MPI_Testsome", by_testsome, let_go},
            {"MPI_Request_get_status", by_request_get_status, let_go},
            {"MPI_Ssend", by_ssend, receive_back},
            {"a large MPI_Send", by_large_send, receive_back},
            {"MPI_Barrier", by_barrier, NULL}};

int main(int argc, char** argv) {
    enum { WAYS = sizeof ways / sizeof ways[0] };
    int rank = 0;
    int size = 0;
    int wrong = 0;
    if (argc > 1 && strcmp(argv[1], "MULTIPLE") == 0) {
        int provided = 0;
        MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    } else {
        MPI_Init(&argc, &argv);
    }
    world = MPI_COMM_WORLD;
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    large = calloc(LARGE, 1);
    for (int call = 0; call < 3; ++call) {
        MPI_Barrier(world);
    }
    for (int way = 0; way < WAYS; ++way) {
        for (int last = 0; last < size; ++last) {
            int sum = rank;
            MPI_Request request;
            MPI_Iallreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, world, &request);
            if (rank == last) {
                MPI_Wait(&request, MPI_STATUS_IGNORE);
            }
            if (rank != last || ways[way].let_go == NULL) {
                ways[way].wait(last);
            } else {
                for (int other = 0; other < size; ++other) {
                    if (other != rank) {
                        ways[way].let_go(other);
                    }
                }
            }
            if (rank != last) {
                MPI_Wait(&request, MPI_STATUS_IGNORE);
            }
            if (sum != size * (size - 1) / 2) {
                printf("wrong: %s, last is %d\n", ways[way].name, last);
                wrong = 1;
            }
        }
    }
    if (!wrong) {
        printf("waiting calls: %d right\n", WAYS);
    }
    free(large);
    MPI_Finalize();
    return wrong;
}
