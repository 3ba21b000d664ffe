/// Where the report of a job goes: to the file that CAUSEWAY_REPORT names, or, where the job was started by
/// MPI_Comm_spawn in another one, which has the same settings, beside that job's: report.json, report.spawned-1.json.
#pragma once

#include <string>

namespace causeway::interpose {

/// Removes what a job before this one has left beside `path`, the report that is about to be replaced: the reports of
/// those that it had started. What is something else is left where it is. Never throws.
void remove_reports_of_spawned(const std::string& path) noexcept;

/// The name for the report of a job that was started by the one whose report goes to `path`: there is an empty file, in
/// nobody else's use. `path` itself if that is no regular file. Throws base::Error.
[[nodiscard]] std::string new_report_of_spawned(const std::string& path);

}  // namespace causeway::interpose
