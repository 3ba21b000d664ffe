/// What a job's calls and network show at its end, for what is noticed of it.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/job/job.hpp"
#include "causeway/noticed/notice.hpp"

#include <vector>

namespace causeway::interpose {

/// `calls`: [rank of MPI_COMM_WORLD] the calls of each as the report lists them. Throws InputError for anything else.
[[nodiscard]] noticed::JobSeen job_seen(const job::Job& job, const std::vector<base::JsonInput>& calls);

/// As the report has them.
[[nodiscard]] base::JsonOutput entries_of(const std::vector<noticed::Notice>& notices);

}  // namespace causeway::interpose
