/// Plans that a user gives: a file, or all in a folder.
#pragma once

#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

#include <string>
#include <vector>

namespace causeway::plan {

/// A plan and where it is from.
struct PlanFile {
    std::string path;
    std::string text;
    Plan plan;
};

/// The plan file at `path`, or those in the folder there whose names end in .json, by name; each for the processes of
/// `placement` on `platform`, as misfit() has it. Throws InputError that names the file; also for a folder without any.
[[nodiscard]] std::vector<PlanFile> read_plan_files(const std::string& path, const platform::Platform& platform,
                                                    const platform::Placement& placement);

}  // namespace causeway::plan
