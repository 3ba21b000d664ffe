/// Time lines of single calls, as their messages were seen to go: in jobs that are traced.
#pragma once

#include "causeway/base/json_output.hpp"
#include "causeway/job/job.hpp"

#include <optional>
#include <string>

namespace causeway::interpose {

struct ObservedCalls {
    base::JsonOutput entries;  ///< as the report has them; on rank 0
    std::string clock;         ///< that all times are of, in words
};

/// Nothing where the job is not traced. Collective over MPI_COMM_WORLD, whose calls have ended. Throws MpiError.
[[nodiscard]] std::optional<ObservedCalls> gathered_calls(const job::Job& job);

}  // namespace causeway::interpose
