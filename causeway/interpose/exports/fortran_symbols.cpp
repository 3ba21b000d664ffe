/// MPI_Init in Fortran as the preloaded library replaces, in all the spellings that Linux
/// compilers use, for `mpif.h`, `use mpi` and `use mpi_f08`.
///
/// MPI_Init and MPI_Init_thread: the library's own entry point does its work (it sets up Fortran's
/// constants), then we start.
#include "causeway/interpose/exports/fortran_names.hpp"
#include "causeway/interpose/job.hpp"

#include <mpi.h>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using causeway::interpose::next;
using causeway::interpose::next_in_any_spelling;

using FortranInit = void(MPI_Fint* error);
using FortranInitThread = void(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error);

void start_if_initialized() {
    int initialized = 0;
    PMPI_Initialized(&initialized);
    if (initialized != 0) {
        causeway::interpose::start_job();
    }
}

}  // namespace

CAUSEWAY_EXPORT void mpi_init_(MPI_Fint* error) {
    next_in_any_spelling<FortranInit>("mpi_init", "MPI_INIT")(error);
    start_if_initialized();
}
CAUSEWAY_FORTRAN_SPELLINGS(init, INIT)

CAUSEWAY_EXPORT void mpi_init_f08_(MPI_Fint* error) {
    next<FortranInit>("mpi_init_f08_")(error);
    start_if_initialized();
}

CAUSEWAY_EXPORT void mpi_init_thread_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
    next_in_any_spelling<FortranInitThread>("mpi_init_thread", "MPI_INIT_THREAD")(required, provided, error);
    start_if_initialized();
}
CAUSEWAY_FORTRAN_SPELLINGS(init_thread, INIT_THREAD)

CAUSEWAY_EXPORT void mpi_init_thread_f08_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
    next<FortranInitThread>("mpi_init_thread_f08_")(required, provided, error);
    start_if_initialized();
}
