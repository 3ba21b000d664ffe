/* Collectives with device memory on one rank, whose GPU runtime is loaded as a module: with "early" before MPI starts;
   else after the first call on MPI_COMM_WORLD, which is planned for then, and before that on another communicator,
   which must be left to the MPI library on every rank. Needs pretend_gpu_aware_mpi.c preloaded.

   Usage: device_memory RUNTIME [early] */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if MPI_VERSION >= 4
#define ALLREDUCE_INIT MPI_Allreduce_init
#elif defined(OPEN_MPI)
#include <mpi-ext.h>
#ifdef OMPI_HAVE_MPI_EXT_PCOLLREQ
#define ALLREDUCE_INIT MPIX_Allreduce_init
#endif
#endif

void* pretend_device_memory(size_t bytes) __attribute__((weak));
void pretend_free_device_memory(void) __attribute__((weak));
void pretend_device_copy(void* to, const void* from, size_t bytes) __attribute__((weak));
int pretend_num_collectives(void) __attribute__((weak));

enum { kMost = 4096, kDevices = 1, kCalls = 14 };

static int rank, size, wrong, has_device;

static int has_device_here(void) {
    return rank == kDevices;
}

/* `count` numbers first, first + step, ..., where this rank has its buffers. */
static int* buffer_of(int count, int first, int step) {
    static int numbers[kMost];
    int* buffer;
    int i;
    for (i = 0; i < count; ++i) {
        numbers[i] = first + i * step;
    }
    if (has_device) {
        buffer = pretend_device_memory(count * sizeof *buffer);
        pretend_device_copy(buffer, numbers, count * sizeof *buffer);
    } else {
        buffer = malloc(count * sizeof *buffer);
        memcpy(buffer, numbers, count * sizeof *buffer);
    }
    return buffer;
}

static int at(const int* buffer, int index) {
    int number;
    if (has_device) {
        pretend_device_copy(&number, buffer + index, sizeof number);
    } else {
        number = buffer[index];
    }
    return number;
}

static void expect(int is_right, const char* what) {
    if (!is_right) {
        printf("wrong on rank %d: %s\n", rank, what);
        wrong = 1;
    }
}

static void own_sum(void* in, void* inout, int* count, MPI_Datatype* datatype) {
    int i;
    (void)datatype;
    for (i = 0; i < *count; ++i) {
        ((int*)inout)[i] += ((int*)in)[i];
    }
}

static int is_ramp(const int* buffer, int begin, int count, int first, int step) {
    int i;
    for (i = 0; i < count; ++i) {
        if (at(buffer, begin + i) != first + i * step) {
            return 0;
        }
    }
    return 1;
}

static void rooted(MPI_Comm comm, int root, int count) {
    int counts[64], places[64], r, total = 0;
    int *own, *all;
    own = buffer_of(count, rank == root ? 5 : -1, 1);
    MPI_Bcast(own, count, MPI_INT, root, comm);
    expect(is_ramp(own, 0, count, 5, 1), "Bcast");

    own = buffer_of(count, rank * 10, 1);
    all = buffer_of(count * size, -1, 0);
    MPI_Gather(own, count, MPI_INT, all, count, MPI_INT, root, comm);
    for (r = 0; r < size && rank == root; ++r) {
        expect(is_ramp(all, r * count, count, r * 10, 1), "Gather");
    }
    all = buffer_of(count * size, 0, 1);
    own = buffer_of(count, -1, 0);
    MPI_Scatter(all, count, MPI_INT, own, count, MPI_INT, root, comm);
    expect(is_ramp(own, 0, count, rank * count, 1), "Scatter");

    for (r = 0; r < size; ++r) { /* with a gap of one behind each part */
        counts[r] = count + r;
        places[r] = total;
        total += counts[r] + 1;
    }
    own = buffer_of(counts[rank], rank, 1);
    all = buffer_of(total, -1, 0);
    MPI_Gatherv(own, counts[rank], MPI_INT, all, counts, places, MPI_INT, root, comm);
    for (r = 0; r < size && rank == root; ++r) {
        expect(is_ramp(all, places[r], counts[r], r, 1), "Gatherv");
        expect(at(all, places[r] + counts[r]) == -1, "gap of Gatherv");
    }
    all = buffer_of(total, 0, 1);
    own = buffer_of(counts[rank], -1, 0);
    MPI_Scatterv(all, counts, places, MPI_INT, own, counts[rank], MPI_INT, root, comm);
    expect(is_ramp(own, 0, counts[rank], places[rank], 1), "Scatterv");

    own = buffer_of(count, rank, 1);
    all = buffer_of(count, -1, 0);
    MPI_Reduce(own, all, count, MPI_INT, MPI_SUM, root, comm);
    expect(rank != root || is_ramp(all, 0, count, size * (size - 1) / 2, size), "Reduce");
    if (has_device) {
        pretend_free_device_memory();
    }
}

static void without_root(MPI_Comm comm, int count) {
    int counts[64], places[64], r, total = 0;
    int *own, *all;
    MPI_Datatype column;
    MPI_Op op;
    own = buffer_of(count, rank * 10, 1);
    all = buffer_of(count * size, -1, 0);
    MPI_Allgather(own, count, MPI_INT, all, count, MPI_INT, comm);
    for (r = 0; r < size; ++r) {
        expect(is_ramp(all, r * count, count, r * 10, 1), "Allgather");
    }
    for (r = 0; r < size; ++r) {
        counts[r] = count + r;
        places[r] = total;
        total += counts[r] + 1;
    }
    own = buffer_of(counts[rank], rank, 1);
    all = buffer_of(total, -1, 0);
    MPI_Allgatherv(own, counts[rank], MPI_INT, all, counts, places, MPI_INT, comm);
    for (r = 0; r < size; ++r) {
        expect(is_ramp(all, places[r], counts[r], r, 1), "Allgatherv");
        expect(at(all, places[r] + counts[r]) == -1, "gap of Allgatherv");
    }
    own = buffer_of(count * size, rank * 1000, 1);
    all = buffer_of(count * size, -1, 0);
    MPI_Alltoall(own, count, MPI_INT, all, count, MPI_INT, comm);
    for (r = 0; r < size; ++r) {
        expect(is_ramp(all, r * count, count, r * 1000 + rank * count, 1), "Alltoall");
    }

    own = buffer_of(count, rank, 1);
    MPI_Allreduce(MPI_IN_PLACE, own, count, MPI_INT, MPI_SUM, comm);
    expect(is_ramp(own, 0, count, size * (size - 1) / 2, size), "Allreduce");
    MPI_Op_create(own_sum, 1, &op);
    own = buffer_of(count, rank, 1);
    all = buffer_of(count, -1, 0);
    MPI_Allreduce(own, all, count, MPI_INT, op, comm);
    expect(is_ramp(all, 0, count, size * (size - 1) / 2, size), "Allreduce with an operator of the program's");
    MPI_Op_free(&op);
    own = buffer_of(count * size, rank, 1);
    all = buffer_of(count, -1, 0);
    MPI_Reduce_scatter_block(own, all, count, MPI_INT, MPI_SUM, comm);
    expect(is_ramp(all, 0, count, size * (size - 1) / 2 + size * rank * count, size), "Reduce_scatter_block");
    for (r = 0; r < size; ++r) {
        counts[r] = count;
    }
    own = buffer_of(count * size, rank, 1);
    MPI_Reduce_scatter(MPI_IN_PLACE, own, counts, MPI_INT, MPI_SUM, comm);
    expect(is_ramp(own, 0, count, size * (size - 1) / 2 + size * rank * count, size), "Reduce_scatter");

    /* Every other number of a buffer. */
    MPI_Type_vector(count / 2 + 1, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    own = buffer_of(count + 2, rank == 0 ? 5 : -1, rank == 0 ? 1 : 0);
    MPI_Bcast(own, 1, column, 0, comm);
    for (r = 0; r < count + 2; ++r) {
        expect(at(own, r) == (rank == 0 || (r % 2 == 0 && r / 2 <= count / 2) ? 5 + r : -1), "Bcast of a column");
    }
    MPI_Type_free(&column);
    if (has_device) {
        pretend_free_device_memory();
    }
}

static void nonblocking(MPI_Comm comm, int count) {
    MPI_Request request;
    int* own = buffer_of(count, rank == 0 ? 5 : -1, 1);
    MPI_Ibcast(own, count, MPI_INT, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(is_ramp(own, 0, count, 5, 1), "Ibcast");
    own = buffer_of(count, rank, 1);
    MPI_Iallreduce(MPI_IN_PLACE, own, count, MPI_INT, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(is_ramp(own, 0, count, size * (size - 1) / 2, size), "Iallreduce");
#ifdef ALLREDUCE_INIT
    {
        int *all, round;
        own = buffer_of(1, 0, 0);
        all = buffer_of(1, -1, 0);
        ALLREDUCE_INIT(own, all, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &request);
        for (round = 1; round <= 3; ++round) {
            if (has_device) {
                pretend_device_copy(own, &round, sizeof round);
            } else {
                *own = round;
            }
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            expect(at(all, 0) == round * size, "a round of a persistent Allreduce");
        }
        MPI_Request_free(&request);
    }
#endif
}

static void load(const char* runtime) {
    if (has_device_here() && dlopen(runtime, RTLD_NOW | RTLD_LOCAL) == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        abort();
    }
    has_device = has_device_here();
}

int main(int argc, char** argv) {
    const char* id = getenv("OMPI_COMM_WORLD_RANK") ? getenv("OMPI_COMM_WORLD_RANK") : getenv("PMI_RANK");
    const int is_early = argc > 2 && strcmp(argv[2], "early") == 0;
    int root, before, calls;
    MPI_Comm other;
    rank = id == NULL ? 0 : atoi(id);
    if (is_early) {
        load(argv[1]);
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (!is_early) {
        without_root(MPI_COMM_WORLD, 100);
        before = pretend_num_collectives();
        load(argv[1]);
        for (root = 0; root < size; ++root) {
            rooted(MPI_COMM_WORLD, root, 1);
            rooted(MPI_COMM_WORLD, root, 300);
        }
        without_root(MPI_COMM_WORLD, 1);
        without_root(MPI_COMM_WORLD, 300);
        nonblocking(MPI_COMM_WORLD, 300);
        expect(pretend_num_collectives() == before, "calls on a communicator that was planned for before");
    }
    before = pretend_num_collectives();
    rooted(other, size - 1, 300);
    without_root(other, 300);
    calls = pretend_num_collectives() - before;
    expect(calls >= kCalls, "calls that are left to the MPI library");
    MPI_Comm_free(&other);
    MPI_Finalize();
    if (!wrong) {
        printf("device memory: right\n");
    }
    return wrong;
}
