/* Ends a process with SIGKILL in the middle of what the library under test does with MPI: preloaded beside it, it
 * counts the calls that the library makes by MPI's profiling names, which an ordinary program does not use. $OWN_CALL
 * is the call, from 1; $OWN_CALL_RANK the process. With call 0 it says at the end how many there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long num_calls = 0;

static int is_here(void) {
    const char* open_mpi = getenv("OMPI_COMM_WORLD_RANK");
    const char* mpich = getenv("PMI_RANK");
    const char* own = open_mpi != NULL ? open_mpi : mpich;
    const char* rank = getenv("OWN_CALL_RANK");
    return own != NULL && rank != NULL && atoi(own) == atoi(rank);
}

static void count(void) {
    const char* call = getenv("OWN_CALL");
    ++num_calls;
    if (call != NULL && num_calls == atol(call) && is_here()) {
        kill(getpid(), SIGKILL);
    }
}

__attribute__((destructor)) static void tell(void) {
    const char* call = getenv("OWN_CALL");
    if (call != NULL && atol(call) == 0 && is_here() && num_calls > 0) {
        printf("own calls: %ld\n", num_calls);
    }
}

#define PASS(name, parameters, arguments)                  \
    int P##name parameters {                               \
        static int(*own) parameters = NULL;                \
        if (own == NULL) {                                 \
            *(void**)(&own) = dlsym(RTLD_NEXT, "P" #name); \
        }                                                  \
        count();                                           \
        return own arguments;                              \
    }

PASS(MPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* made), (comm, group, made))
PASS(MPI_Comm_split, (MPI_Comm comm, int colour, int key, MPI_Comm* made), (comm, colour, key, made))
PASS(MPI_Bcast, (void* data, int count_, MPI_Datatype type, int root, MPI_Comm comm), (data, count_, type, root, comm))
PASS(MPI_Allreduce, (const void* in, void* out, int count_, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count_, type, op, comm))
PASS(MPI_Gather,
     (const void* in, int count_, MPI_Datatype type, void* out, int count_out, MPI_Datatype type_out, int root,
      MPI_Comm comm),
     (in, count_, type, out, count_out, type_out, root, comm))
PASS(MPI_Barrier, (MPI_Comm comm), (comm))
PASS(MPI_Send, (const void* data, int count_, MPI_Datatype type, int to, int tag, MPI_Comm comm),
     (data, count_, type, to, tag, comm))
PASS(MPI_Recv, (void* data, int count_, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status),
     (data, count_, type, from, tag, comm, status))
PASS(MPI_Isend, (const void* data, int count_, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request),
     (data, count_, type, to, tag, comm, request))
PASS(MPI_Irecv, (void* data, int count_, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request),
     (data, count_, type, from, tag, comm, request))
PASS(MPI_Waitsome, (int count_, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses),
     (count_, requests, done, indices, statuses))
