/* Makes the links between pretended clusters (the first letters of $PRETEND_HOSTS) carry 20 MB/s in each direction:
 * preloaded beside the library under test and pretend_hosts, it delays messages of 4 KiB and more before they are sent,
 * as if each process had a link of its own to each other cluster. While the program says so by pretend_slow(1), what
 * leaves cluster b is four times slower. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_CLUSTERS 26
#define RATE 20e6
#define SLOWER 4.0
#define LEAST_BYTES 4096

static int is_slow = 0;
static double free_at[MOST_CLUSTERS];

void pretend_slow(int slow) {
    is_slow = slow;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The cluster of a process of MPI_COMM_WORLD, from 0. */
static int cluster_of(int rank) {
    const char* word = getenv("PRETEND_HOSTS");
    int words = 1;
    for (const char* c = word; *c != '\0'; ++c) {
        words += *c == ',';
    }
    for (int i = 0; i < rank % words; ++i) {
        word = strchr(word, ',') + 1;
    }
    return *word - 'a';
}

static void pass_link(int count, MPI_Datatype datatype, int to, MPI_Comm comm) {
    int size = 0;
    int own = 0;
    int peer = 0;
    PMPI_Type_size(datatype, &size);
    const double bytes = (double)size * count;
    if (to < 0 || bytes < LEAST_BYTES) {
        return;
    }
    MPI_Group group, world;
    PMPI_Comm_group(comm, &group);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, 1, &to, world, &peer);
    PMPI_Group_free(&group);
    PMPI_Group_free(&world);
    PMPI_Comm_rank(MPI_COMM_WORLD, &own);
    const int from_cluster = cluster_of(own);
    const int to_cluster = cluster_of(peer);
    if (from_cluster == to_cluster) {
        return;
    }
    const double rate = is_slow && from_cluster == 1 ? RATE / SLOWER : RATE;
    double* link = &free_at[to_cluster];
    const double start = now();
    *link = (*link > start ? *link : start) + bytes / rate;
    for (double left = *link - now(); left > 0.0; left = *link - now()) {
        const struct timespec t = {.tv_sec = (time_t)left, .tv_nsec = (long)(1e9 * (left - (double)(time_t)left))};
        nanosleep(&t, NULL);
    }
}

typedef int send_function(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

static int forward(const char* name, const void* buffer, int count, MPI_Datatype datatype, int to, int tag,
                   MPI_Comm comm, MPI_Request* request) {
    send_function* next = NULL;
    *(void**)&next = dlsym(RTLD_NEXT, name);
    pass_link(count, datatype, to, comm);
    return next(buffer, count, datatype, to, tag, comm, request);
}

int PMPI_Isend(const void* buffer, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
               MPI_Request* request) {
    return forward("PMPI_Isend", buffer, count, datatype, to, tag, comm, request);
}

int PMPI_Issend(const void* buffer, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
                MPI_Request* request) {
    return forward("PMPI_Issend", buffer, count, datatype, to, tag, comm, request);
}
