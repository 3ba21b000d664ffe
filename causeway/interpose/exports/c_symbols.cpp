/// MPI_Init as the preloaded library replaces it: the MPI library does its work, then the job starts.
#include "causeway/interpose/job.hpp"

#include <mpi.h>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

CAUSEWAY_EXPORT int MPI_Init(int* argc, char*** argv) {
    const int code = PMPI_Init(argc, argv);
    if (code == MPI_SUCCESS) {
        causeway::interpose::start_job();
    }
    return code;
}

CAUSEWAY_EXPORT int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    const int code = PMPI_Init_thread(argc, argv, required, provided);
    if (code == MPI_SUCCESS) {
        causeway::interpose::start_job();
    }
    return code;
}
