/// The Fortran entry points of MPI that the preloaded library replaces, in all the spellings that Linux
/// compilers use, for `mpif.h`, `use mpi` and `use mpi_f08`.
///
/// MPI_Init and MPI_Init_thread: the library's own entry point does its work (it sets up Fortran's
/// constants), then we start. MPI_Bcast: the Fortran bindings of MPICH call the C function, which is ours
/// already; those of Open MPI call PMPI_Bcast, so that we take their place.
#include "causeway/interpose/exports/fortran_names.hpp"
#include "causeway/interpose/job.hpp"

#include <mpi.h>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using causeway::interpose::FortranConstant;
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

#ifdef OPEN_MPI

namespace {

void fortran_broadcast(void* buffer, const MPI_Fint* count, const MPI_Fint* datatype, const MPI_Fint* root,
                       const MPI_Fint* comm, MPI_Fint* error) {
    static const FortranConstant bottom("mpi_fortran_bottom", "MPI_FORTRAN_BOTTOM");
    const int code = MPI_Bcast(bottom.is(buffer) ? MPI_BOTTOM : buffer, *count, PMPI_Type_f2c(*datatype), *root,
                               PMPI_Comm_f2c(*comm));
    if (error != nullptr) {  // optional in mpi_f08
        *error = code;
    }
}

}  // namespace

CAUSEWAY_EXPORT void mpi_bcast_(void* buffer, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* root, MPI_Fint* comm,
                                MPI_Fint* error) {
    fortran_broadcast(buffer, count, datatype, root, comm, error);
}
CAUSEWAY_FORTRAN_SPELLINGS(bcast, BCAST)
extern "C" __attribute__((visibility("default"), alias("mpi_bcast_"))) decltype(mpi_bcast_) mpi_bcast_f08_;

#endif
