/// CAUSEWAY_REPORT: at MPI_Finalize, which plan ran how often, predicted and observed times.
#pragma once

namespace causeway::interpose {

/// Has MPI call us at the beginning of MPI_Finalize, while everything still works (the attributes of
/// MPI_COMM_SELF are deleted first, says the standard): writes the trace and the report, if they were asked for, and
/// makes everything pass through from then on. Throws MpiError.
void watch_for_finalize();

/// What then happens; later calls do nothing. To be called by every rank while MPI still works, where the MPI library
/// deletes those attributes too late. Collective over MPI_COMM_WORLD. Never throws.
void finalize_begins() noexcept;

}  // namespace causeway::interpose
