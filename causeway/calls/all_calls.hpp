/// All planned calls of a job: from when to when there are any.
#pragma once

#include "causeway/job/job.hpp"

namespace causeway::calls {

/// Makes what planned calls need, in MPI_Init. Collective over MPI_COMM_WORLD. Throws MpiError.
void begin_calls(job::Job& job);

/// MPI_Finalize has begun, and everything passes through: nothing goes on any more, and communicators are the MPI
/// library's. What was called is summed up for the report.
void end_calls(job::Job& job);

}  // namespace causeway::calls
