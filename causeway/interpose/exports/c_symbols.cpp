/// MPI_Init as the preloaded library replaces it: this rank says that it is there, the MPI library does its work, then
/// the job starts.
#include "causeway/interpose/exports/start.hpp"

#include <mpi.h>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

CAUSEWAY_EXPORT int MPI_Init(int* argc, char*** argv) {
    causeway::interpose::before_init();
    const int code = PMPI_Init(argc, argv);
    causeway::interpose::after_init();
    return code;
}

CAUSEWAY_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    causeway::interpose::before_init();
    const int code = PMPI_Init_thread(argc, argv, required, provided);
    causeway::interpose::after_init();
    return code;
}

// For libcauseway.so, where another tool stands between it and the MPI library: what is done before and after that
// tool's MPI_Init.
CAUSEWAY_EXPORT void causeway_variant_before_init() {
    causeway::interpose::before_init();
}

CAUSEWAY_EXPORT void causeway_variant_after_init() {
    causeway::interpose::after_init();
}
