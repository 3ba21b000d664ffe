/* Makes calls fail on one rank: PRETEND_FAILURE=1:PMPI_Query_thread has that function fail on rank 1 of the job. Of those
 * that the library under test calls in MPI_Init. PMPI_Comm_create_keyval fails from the second call on: the first is made
 * before the ranks agree. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int fails(const char* function) {
    const char* wanted = getenv("PRETEND_FAILURE");
    int rank = 0;
    char text[100];
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(text, sizeof text, "%d:%s", rank, function);
    for (int i = 0; wanted != NULL && text[i] == wanted[i]; ++i) {
        if (text[i] == '\0') {
            return 1;
        }
    }
    return 0;
}

int PMPI_Query_thread(int* level) {
    int (*theirs)(int*) = (int (*)(int*))dlsym(RTLD_NEXT, "PMPI_Query_thread");
    return fails("PMPI_Query_thread") ? MPI_ERR_OTHER : theirs(level);
}

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* remove, int* key,
                            void* state) {
    typedef int Function(MPI_Comm_copy_attr_function*, MPI_Comm_delete_attr_function*, int*, void*);
    Function* theirs = (Function*)dlsym(RTLD_NEXT, "PMPI_Comm_create_keyval");
    static int calls = 0;
    return ++calls > 1 && fails("PMPI_Comm_create_keyval") ? MPI_ERR_OTHER : theirs(copy, remove, key, state);
}
