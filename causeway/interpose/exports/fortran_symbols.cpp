/// MPI_Init in Fortran as the preloaded library replaces, in all the spellings that Linux
/// compilers use, for `mpif.h`, `use mpi` and `use mpi_f08`.
///
/// MPI_Init and MPI_Init_thread: the library's own entry point does its work (it sets up Fortran's
/// constants), between what we do before and after it.
#include "causeway/interpose/exports/fortran_names.hpp"
#include "causeway/interpose/exports/start.hpp"

#include <mpi.h>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using causeway::interpose::FortranFunction;
using causeway::interpose::FortranName;

/// `theirs`: the library's own MPI_Init. `error` is optional in mpi_f08.
template <typename... Arguments>
void init_and_start(MPI_Fint* error, FortranFunction& theirs, Arguments... arguments) {
    const bool is_there = theirs.is_there();  // else nothing begins, and the program may yet call MPI_Init in C
    if (is_there) {
        causeway::interpose::before_init();
    }
    const int code = theirs(arguments...);
    if (error != nullptr) {
        *error = code;
    }
    if (is_there) {
        causeway::interpose::after_init();
    }
}

}  // namespace

CAUSEWAY_EXPORT void mpi_init_(MPI_Fint* error) {
    static constinit FortranFunction theirs({"mpi_init", "MPI_INIT"});
    init_and_start(error, theirs);
}
CAUSEWAY_FORTRAN_SPELLINGS(init, INIT)

CAUSEWAY_EXPORT void mpi_init_f08_(MPI_Fint* error) {
    static constinit FortranFunction theirs(FortranName("mpi_init_f08_"));
    init_and_start(error, theirs);
}

CAUSEWAY_EXPORT void mpi_init_thread_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
    static constinit FortranFunction theirs({"mpi_init_thread", "MPI_INIT_THREAD"});
    init_and_start(error, theirs, required, provided);
}
CAUSEWAY_FORTRAN_SPELLINGS(init_thread, INIT_THREAD)

CAUSEWAY_EXPORT void mpi_init_thread_f08_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
    static constinit FortranFunction theirs(FortranName("mpi_init_thread_f08_"));
    init_and_start(error, theirs, required, provided);
}
