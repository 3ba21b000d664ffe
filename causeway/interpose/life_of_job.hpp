/// From when to when there is a job in which Causeway has something to do.
#pragma once

#include "causeway/job/roll.hpp"

#include <string_view>

namespace causeway::interpose {

/// To be called by every rank that has the library, in MPI_Init, when the MPI library's own is over: see
/// job::prepare_job. From here on calls are planned, unless everything passes through. Later calls do nothing. Never
/// throws.
void start_job(job::Roll* roll, std::string_view why_no_roll) noexcept;

/// What happens when MPI_Finalize begins: everything passes through from then on, and the trace and the report are
/// written, if they were asked for. start_job() has MPI call it while everything still works, by the attributes of
/// MPI_COMM_SELF, which are deleted first, says the standard; to be called by every rank where the MPI library deletes
/// them too late. Later calls do nothing. Collective over MPI_COMM_WORLD. Never throws.
void finalize_begins() noexcept;

}  // namespace causeway::interpose
