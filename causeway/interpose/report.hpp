/// CAUSEWAY_REPORT: at MPI_Finalize, which plan ran how often, predicted and observed times.
#pragma once

namespace causeway::interpose {

/// Has MPI call us at the beginning of MPI_Finalize, while everything still works (the attributes of
/// MPI_COMM_SELF are deleted first, says the standard): writes the report, if one was asked for, and makes
/// everything pass through from then on. Throws MpiError.
void watch_for_finalize();

}  // namespace causeway::interpose
