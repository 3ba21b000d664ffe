/* Another tool that is preloaded, as profilers are: counts calls of MPI, and says how many there were in MPI_Finalize. It calls
 * the MPI library by the profiling names: as it was linked, or (TOOL_LOOKS_UP) by those that stand behind itself. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

static int inits, broadcasts, allreduces, barriers;

#ifdef TOOL_LOOKS_UP
#define CALL(name, type, arguments) ((int(*) type)dlsym(RTLD_NEXT, #name)) arguments
#else
#define CALL(name, type, arguments) name arguments
#endif

int MPI_Init(int* argc, char*** argv) {
    ++inits;
    return CALL(PMPI_Init, (int*, char***), (argc, argv));
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    ++broadcasts;
    return CALL(PMPI_Bcast, (void*, int, MPI_Datatype, int, MPI_Comm), (buffer, count, datatype, root, comm));
}

int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    ++allreduces;
    return CALL(PMPI_Allreduce, (const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm),
                (from, to, count, datatype, op, comm));
}

int MPI_Barrier(MPI_Comm comm) {
    ++barriers;
    return CALL(PMPI_Barrier, (MPI_Comm), (comm));
}

int MPI_Finalize(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("tool: rank %d: %d inits, %d broadcasts, %d allreduces, %d barriers\n", rank, inits, broadcasts, allreduces, barriers);
    fflush(stdout);
    return CALL(PMPI_Finalize, (void), ());
}
