/// What is told and kept of a job at its end. CAUSEWAY_REPORT: which plan ran how often, predicted and observed times.
#pragma once

#include "causeway/job/job.hpp"

#include <string>

namespace causeway::interpose {

/// Writes the report and keeps experience, if they were asked for; what goes wrong is told. Collective over
/// MPI_COMM_WORLD. Never throws.
void report(const job::Job& job) noexcept;

/// The report of a job in which everything passes through, at its start. `parents`: job::num_parents(). Throws
/// base::Error where it cannot be written. Local.
void report_of_none(const std::string& path, int parents, const std::string& why);

}  // namespace causeway::interpose
