/// Files that a verb is given, which need not be on every host: rank 0 reads them.
#pragma once

#include "session.hpp"

#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

#include <string>

namespace causeway::app {

/// The platform of rank 0's file. Throws InputError on every rank, as work_on_first_rank() does. Collective.
[[nodiscard]] platform::Platform platform_of_job(const MpiSession& session, const std::string& path);

/// The same of the plan file, or the first one in a folder, for the processes of `placement`.
[[nodiscard]] plan::Plan plan_of_job(const MpiSession& session, const std::string& path,
                                     const platform::Platform& platform, const platform::Placement& placement);

}  // namespace causeway::app
