/* Makes an MPI library one that knows of device memory: whoever touches that outside the functions below is ended by
   the system. Preloaded behind the library under test. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { kBytes = 1 << 20 };

static char* device;
static size_t used;
static int depth; /* of calls within which the memory may be touched */
static int num_collectives;

static void open_device(void) {
    if (device != NULL && depth++ == 0) {
        mprotect(device, kBytes, PROT_READ | PROT_WRITE);
    }
}

static void close_device(void) {
    if (device != NULL && --depth == 0) {
        mprotect(device, kBytes, PROT_NONE);
    }
}

/* Memory that the program itself must not touch either. */
void* pretend_device_memory(size_t bytes);
void* pretend_device_memory(size_t bytes) {
    void* result;
    if (device == NULL) {
        device = mmap(NULL, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    result = device + used;
    used += (bytes + 63) / 64 * 64;
    if (device == MAP_FAILED || used > kBytes) {
        fprintf(stderr, "no pretended device memory left\n");
        abort();
    }
    return result;
}

void pretend_free_device_memory(void);
void pretend_free_device_memory(void) {
    used = 0;
}

int pretend_is_device_memory(const void* address);
int pretend_is_device_memory(const void* address) {
    const char* byte = address;
    return device != NULL && byte >= device && byte < device + kBytes;
}

/* Between the device's and the host's memory. */
void pretend_device_copy(void* to, const void* from, size_t bytes);
void pretend_device_copy(void* to, const void* from, size_t bytes) {
    open_device();
    memcpy(to, from, bytes);
    close_device();
}

/* How many collectives were left to this MPI library so far. */
int pretend_num_collectives(void);
int pretend_num_collectives(void) {
    return num_collectives;
}

#define THEIRS(name, parameters, arguments, counted)    \
    int name parameters {                               \
        int code;                                       \
        static int(*theirs) parameters;                 \
        if (theirs == NULL) {                           \
            *(void**)&theirs = dlsym(RTLD_NEXT, #name); \
        }                                               \
        num_collectives += counted;                     \
        open_device();                                  \
        code = theirs arguments;                        \
        close_device();                                 \
        return code;                                    \
    }

THEIRS(PMPI_Pack, (const void* a, int b, MPI_Datatype c, void* d, int e, int* f, MPI_Comm g), (a, b, c, d, e, f, g), 0)
THEIRS(PMPI_Unpack, (const void* a, int b, int* c, void* d, int e, MPI_Datatype f, MPI_Comm g), (a, b, c, d, e, f, g),
       0)
THEIRS(PMPI_Bcast, (void* a, int b, MPI_Datatype c, int d, MPI_Comm e), (a, b, c, d, e), 1)
THEIRS(PMPI_Gather, (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, int g, MPI_Comm h),
       (a, b, c, d, e, f, g, h), 1)
THEIRS(PMPI_Gatherv,
       (const void* a, int b, MPI_Datatype c, void* d, const int* e, const int* f, MPI_Datatype g, int h, MPI_Comm i),
       (a, b, c, d, e, f, g, h, i), 1)
THEIRS(PMPI_Scatter, (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, int g, MPI_Comm h),
       (a, b, c, d, e, f, g, h), 1)
THEIRS(PMPI_Scatterv,
       (const void* a, const int* b, const int* c, MPI_Datatype d, void* e, int f, MPI_Datatype g, int h, MPI_Comm i),
       (a, b, c, d, e, f, g, h, i), 1)
THEIRS(PMPI_Allgather, (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g),
       (a, b, c, d, e, f, g), 1)
THEIRS(PMPI_Allgatherv,
       (const void* a, int b, MPI_Datatype c, void* d, const int* e, const int* f, MPI_Datatype g, MPI_Comm h),
       (a, b, c, d, e, f, g, h), 1)
THEIRS(PMPI_Alltoall, (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g),
       (a, b, c, d, e, f, g), 1)
THEIRS(PMPI_Reduce, (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, int f, MPI_Comm g), (a, b, c, d, e, f, g),
       1)
THEIRS(PMPI_Allreduce, (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f), (a, b, c, d, e, f), 1)
THEIRS(PMPI_Reduce_scatter, (const void* a, void* b, const int* c, MPI_Datatype d, MPI_Op e, MPI_Comm f),
       (a, b, c, d, e, f), 1)
THEIRS(PMPI_Reduce_scatter_block, (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f),
       (a, b, c, d, e, f), 1)
THEIRS(PMPI_Ibcast, (void* a, int b, MPI_Datatype c, int d, MPI_Comm e, MPI_Request* f), (a, b, c, d, e, f), 0)
THEIRS(PMPI_Iallreduce, (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f, MPI_Request* g),
       (a, b, c, d, e, f, g), 0)
THEIRS(PMPI_Start, (MPI_Request * a), (a), 0)
THEIRS(MPI_Wait, (MPI_Request * a, MPI_Status* b), (a, b), 0)
