/// The Fortran entry points of MPI that the preloaded library replaces, in all the spellings that Linux
/// compilers use, for `mpif.h`, `use mpi` and `use mpi_f08`.
///
/// MPI_Init and MPI_Init_thread: the library's own entry point does its work (it sets up Fortran's
/// constants), then we start. MPI_Bcast: the Fortran bindings of MPICH call the C function, which is ours
/// already; those of Open MPI call PMPI_Bcast, so that we take their place.
#include "causeway/interpose/job.hpp"

#include <mpi.h>

#include <dlfcn.h>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// The next definition of a symbol after ours: the MPI library's. Null if it has none of that spelling, in
/// which case nobody can have called ours.
template <typename Function>
Function* next(const char* symbol) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, symbol));
}

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

#define CAUSEWAY_FORTRAN_INIT(symbol)              \
    CAUSEWAY_EXPORT void symbol(MPI_Fint* error) { \
        next<FortranInit>(#symbol)(error);         \
        start_if_initialized();                    \
    }
#define CAUSEWAY_FORTRAN_INIT_THREAD(symbol)                                               \
    CAUSEWAY_EXPORT void symbol(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) { \
        next<FortranInitThread>(#symbol)(required, provided, error);                       \
        start_if_initialized();                                                            \
    }

CAUSEWAY_FORTRAN_INIT(mpi_init)
CAUSEWAY_FORTRAN_INIT(mpi_init_)
CAUSEWAY_FORTRAN_INIT(mpi_init__)
CAUSEWAY_FORTRAN_INIT(MPI_INIT)
CAUSEWAY_FORTRAN_INIT(mpi_init_f08_)
CAUSEWAY_FORTRAN_INIT_THREAD(mpi_init_thread)
CAUSEWAY_FORTRAN_INIT_THREAD(mpi_init_thread_)
CAUSEWAY_FORTRAN_INIT_THREAD(mpi_init_thread__)
CAUSEWAY_FORTRAN_INIT_THREAD(MPI_INIT_THREAD)
CAUSEWAY_FORTRAN_INIT_THREAD(mpi_init_thread_f08_)

#ifdef OPEN_MPI

namespace {

/// Fortran's MPI_BOTTOM is the address of a common block, in the spelling of the compiler.
bool is_fortran_bottom(const void* address) {
    static const void* const bottoms[] = {
        ::dlsym(RTLD_DEFAULT, "mpi_fortran_bottom_"),
        ::dlsym(RTLD_DEFAULT, "mpi_fortran_bottom__"),
        ::dlsym(RTLD_DEFAULT, "mpi_fortran_bottom"),
        ::dlsym(RTLD_DEFAULT, "MPI_FORTRAN_BOTTOM"),
    };
    for (const void* bottom : bottoms) {
        if (address != nullptr && address == bottom) {
            return true;
        }
    }
    return false;
}

void fortran_broadcast(void* buffer, const MPI_Fint* count, const MPI_Fint* datatype, const MPI_Fint* root,
                       const MPI_Fint* comm, MPI_Fint* error) {
    const int code = MPI_Bcast(is_fortran_bottom(buffer) ? MPI_BOTTOM : buffer, *count, PMPI_Type_f2c(*datatype), *root,
                               PMPI_Comm_f2c(*comm));
    if (error != nullptr) {  // optional in mpi_f08
        *error = code;
    }
}

}  // namespace

#define CAUSEWAY_FORTRAN_BCAST(symbol)                                                                             \
    CAUSEWAY_EXPORT void symbol(void* buffer, MPI_Fint* count, MPI_Fint* datatype, MPI_Fint* root, MPI_Fint* comm, \
                                MPI_Fint* error) {                                                                 \
        fortran_broadcast(buffer, count, datatype, root, comm, error);                                             \
    }

CAUSEWAY_FORTRAN_BCAST(mpi_bcast)
CAUSEWAY_FORTRAN_BCAST(mpi_bcast_)
CAUSEWAY_FORTRAN_BCAST(mpi_bcast__)
CAUSEWAY_FORTRAN_BCAST(MPI_BCAST)
CAUSEWAY_FORTRAN_BCAST(mpi_bcast_f08_)

#endif
