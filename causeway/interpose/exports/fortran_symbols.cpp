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

using causeway::interpose::FortranFunction;
using causeway::interpose::FortranName;

/// After the MPI library's own. `error` is optional in mpi_f08.
void start_after(int code, MPI_Fint* error) {
    if (error != nullptr) {
        *error = code;
    }
    int initialized = 0;
    PMPI_Initialized(&initialized);
    if (initialized != 0) {
        causeway::interpose::start_job();
    }
}

}  // namespace

CAUSEWAY_EXPORT void mpi_init_(MPI_Fint* error) {
    static constinit FortranFunction theirs({"mpi_init", "MPI_INIT"});
    start_after(theirs(), error);
}
CAUSEWAY_FORTRAN_SPELLINGS(init, INIT)

CAUSEWAY_EXPORT void mpi_init_f08_(MPI_Fint* error) {
    static constinit FortranFunction theirs(FortranName("mpi_init_f08_"));
    start_after(theirs(), error);
}

CAUSEWAY_EXPORT void mpi_init_thread_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
    static constinit FortranFunction theirs({"mpi_init_thread", "MPI_INIT_THREAD"});
    start_after(theirs(required, provided), error);
}
CAUSEWAY_FORTRAN_SPELLINGS(init_thread, INIT_THREAD)

CAUSEWAY_EXPORT void mpi_init_thread_f08_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
    static constinit FortranFunction theirs(FortranName("mpi_init_thread_f08_"));
    start_after(theirs(required, provided), error);
}
