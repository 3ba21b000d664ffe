/// MPI_Init as the preloaded library replaces it: this rank says that it is there, the MPI library does its work, then
/// the job starts.
#include "causeway/interpose/exports/start.hpp"
#include "causeway/job/thread_level.hpp"

#include <mpi.h>

#include <optional>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// MPI_Init_thread, with `raised` where that is of use in the place of what the program asks for.
int init_thread(int* argc, char*** argv, int asked, std::optional<int> raised, int* provided) {
    const int code = PMPI_Init_thread(argc, argv, raised.value_or(asked), provided);
    if (code == MPI_SUCCESS) {
        *provided = causeway::job::tell_program(raised ? asked : *provided, *provided);
    }
    return code;
}

}  // namespace

CAUSEWAY_EXPORT int MPI_Init(int* argc, char*** argv) {
    causeway::interpose::before_init();
    int provided = MPI_THREAD_SINGLE;
    const std::optional<int> raised = causeway::job::raised_level(MPI_THREAD_SINGLE);
    const int code = raised ? init_thread(argc, argv, MPI_THREAD_SINGLE, raised, &provided) : PMPI_Init(argc, argv);
    causeway::interpose::after_init();
    return code;
}

CAUSEWAY_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    causeway::interpose::before_init();
    const int code = init_thread(argc, argv, required, causeway::job::raised_level(required), provided);
    causeway::interpose::after_init();
    return code;
}

CAUSEWAY_EXPORT int MPI_Query_thread(int* provided) {
    const std::optional<int> told = causeway::job::level_told();
    if (!told || provided == nullptr) {
        return PMPI_Query_thread(provided);
    }
    *provided = *told;
    return MPI_SUCCESS;
}

#if MPI_VERSION >= 4
CAUSEWAY_EXPORT int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
    const int code = PMPI_Session_init(info, errhandler, session);
    if (code == MPI_SUCCESS) {
        causeway::interpose::session_begins();
    }
    return code;
}
#endif

// For libcauseway.so, where another tool stands between it and the MPI library: what is done before and after that
// tool's MPI_Init.
CAUSEWAY_EXPORT void causeway_variant_before_init() {
    causeway::interpose::before_init();
}

CAUSEWAY_EXPORT void causeway_variant_after_init() {
    causeway::interpose::after_init();
}
