/* Communicators may be made by the main thread alone: preloaded beside the library under test, it ends a job in which
 * another thread makes one by a profiling name, as libraries do. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

static void check(const char* name) {
    int is_main = 1;
    PMPI_Is_thread_main(&is_main);
    if (!is_main) {
        fprintf(stderr, "pretend_one_thread: %s in a thread\n", name);
        PMPI_Abort(MPI_COMM_WORLD, 1);
    }
}

#define MAKES(name, parameters, arguments)                     \
    int name parameters {                                      \
        int(*next) parameters;                                 \
        *(void**)&next = dlsym(RTLD_NEXT, #name);              \
        check(#name);                                          \
        return next arguments;                                 \
    }

MAKES(PMPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* made), (comm, group, made))
MAKES(PMPI_Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made), (comm, group, tag, made))
MAKES(PMPI_Comm_dup, (MPI_Comm comm, MPI_Comm* made), (comm, made))
MAKES(PMPI_Comm_split, (MPI_Comm comm, int colour, int key, MPI_Comm* made), (comm, colour, key, made))
