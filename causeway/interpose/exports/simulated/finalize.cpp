/// MPI_Finalize for a simulated job: SMPI deletes the attributes of MPI_COMM_SELF when it no longer takes MPI calls.
#include "causeway/interpose/exports/simulated/connections.hpp"
#include "causeway/interpose/life_of_job.hpp"

#include <mpi.h>

extern "C" __attribute__((visibility("default"))) int MPI_Finalize() {
    causeway::interpose::wait_for_arrivals();
    causeway::interpose::finalize_begins();
    causeway::interpose::wait_for_arrivals();  // of what ranks were still agreeing on
    return PMPI_Finalize();
}
