/// What a job's calls and network show at its end, for what is noticed of it.
#pragma once

#include "causeway/base/json_output.hpp"
#include "causeway/job/job.hpp"
#include "causeway/noticed/notice.hpp"

#include <string>
#include <vector>

namespace causeway::interpose {

/// `calls`: [rank of MPI_COMM_WORLD] the calls of each as the report lists them, as text. Throws InputError for other
/// text.
[[nodiscard]] noticed::JobSeen job_seen(const job::Job& job, const std::vector<std::string>& calls);

/// As the report has them.
[[nodiscard]] base::JsonOutput entries_of(const std::vector<noticed::Notice>& notices);

}  // namespace causeway::interpose
