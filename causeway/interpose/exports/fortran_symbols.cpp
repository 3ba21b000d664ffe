/// MPI_Init in Fortran as the preloaded library replaces, in all the spellings that Linux
/// compilers use, for `mpif.h`, `use mpi` and `use mpi_f08`.
///
/// MPI_Init and MPI_Init_thread: the library's own entry point does its work (it sets up Fortran's
/// constants), between what we do before and after it.
#include "causeway/interpose/exports/fortran_names.hpp"
#include "causeway/interpose/exports/start.hpp"
#include "causeway/job/thread_level.hpp"

#include <mpi.h>

#include <optional>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using causeway::interpose::FortranFunction;
using causeway::interpose::FortranName;

/// `theirs`: the library's own MPI_Init, which `init()` calls. `error` is optional in mpi_f08.
template <typename Init>
void init_and_start(MPI_Fint* error, FortranFunction& theirs, const Init& init) {
    const bool is_there = theirs.is_there();  // else nothing begins, and the program may yet call MPI_Init in C
    if (is_there) {
        causeway::interpose::before_init();
    }
    const int code = init();
    if (error != nullptr) {
        *error = code;
    }
    if (is_there) {
        causeway::interpose::after_init();
    }
}

/// MPI_Init_thread, with `raised` where that is of use in the place of what the program asks for: as in C
/// (c_symbols.cpp), which functions of Fortran may not come to.
int init_thread(FortranFunction& theirs, int asked, std::optional<int> raised, MPI_Fint* provided) {
    MPI_Fint level = raised.value_or(asked);
    const int code = theirs(&level, provided);
    if (code == MPI_SUCCESS) {
        *provided = causeway::job::tell_program(raised ? asked : *provided, *provided);
    }
    return code;
}

/// MPI_Init, by `thread` (MPI_Init_thread) where more is to be asked for than `plain` does.
int init(FortranFunction& plain, FortranFunction& thread) {
    MPI_Fint provided = MPI_THREAD_SINGLE;
    const std::optional<int> raised = causeway::job::raised_level(MPI_THREAD_SINGLE);
    return raised ? init_thread(thread, MPI_THREAD_SINGLE, raised, &provided) : plain();
}

#ifdef MPICH_VERSION
constexpr bool kIsDoneInC = true;  ///< `mpif.h` and `use mpi` come to our MPI_Init in C
#else
constexpr bool kIsDoneInC = false;
#endif

}  // namespace

CAUSEWAY_EXPORT void mpi_init_(MPI_Fint* error) {
    static constinit FortranFunction theirs({"mpi_init", "MPI_INIT"});
    static constinit FortranFunction thread({"mpi_init_thread", "MPI_INIT_THREAD"});
    init_and_start(error, theirs, [] { return kIsDoneInC ? theirs() : init(theirs, thread); });
}
CAUSEWAY_FORTRAN_SPELLINGS(init, INIT)

CAUSEWAY_EXPORT void mpi_init_thread_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
    static constinit FortranFunction theirs({"mpi_init_thread", "MPI_INIT_THREAD"});
    init_and_start(error, theirs, [&] {
        return kIsDoneInC ? theirs(required, provided)
                          : init_thread(theirs, *required, causeway::job::raised_level(*required), provided);
    });
}
CAUSEWAY_FORTRAN_SPELLINGS(init_thread, INIT_THREAD)

CAUSEWAY_EXPORT void mpi_init_f08_(MPI_Fint* error) {
    static constinit FortranFunction theirs(FortranName("mpi_init_f08_"));
    static constinit FortranFunction thread(FortranName("mpi_init_thread_f08_"));
    init_and_start(error, theirs, [] { return init(theirs, thread); });
}

CAUSEWAY_EXPORT void mpi_init_thread_f08_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
    static constinit FortranFunction theirs(FortranName("mpi_init_thread_f08_"));
    init_and_start(error, theirs,
                   [&] { return init_thread(theirs, *required, causeway::job::raised_level(*required), provided); });
}

CAUSEWAY_EXPORT void mpi_query_thread_(MPI_Fint* provided, MPI_Fint* error) {
    const int code = MPI_Query_thread(provided);
    if (error != nullptr) {
        *error = code;
    }
}
CAUSEWAY_FORTRAN_SPELLINGS(query_thread, QUERY_THREAD)

CAUSEWAY_EXPORT void mpi_query_thread_f08_(MPI_Fint* provided, MPI_Fint* error) {
    mpi_query_thread_(provided, error);
}
