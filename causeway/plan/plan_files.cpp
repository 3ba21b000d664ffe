#include "causeway/plan/plan_files.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/plan/fit.hpp"
#include "causeway/plan/plan_json.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace causeway::plan {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_at(const std::string& path) {
    std::error_code code;
    if (!fs::is_directory(path, code)) {
        return {path};
    }
    std::vector<std::string> files;
    for (fs::directory_iterator entry(path, code), end; !code && entry != end; entry.increment(code)) {
        if (entry->path().extension() == ".json") {
            files.push_back(entry->path().string());
        }
    }
    if (code || files.empty()) {
        throw base::InputError({.source = path,
                                .place = {},
                                .found = code ? code.message() : "a folder without plans",
                                .accepted = "plan files of 'causeway plan --save', whose names end in .json"});
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

std::vector<PlanFile> read_plan_files(const std::string& path, const platform::Platform& platform,
                                      const platform::Placement& placement) {
    std::vector<PlanFile> result;
    for (const std::string& file : files_at(path)) {
        PlanFile one{.path = file, .text = base::read_file(file), .plan = {}};
        one.plan = parse_plan(one.text, file, platform);
        if (const std::string reason = misfit(one.plan, placement); !reason.empty()) {
            throw base::InputError(
                {.source = file, .place = {}, .found = reason, .accepted = "a plan for the processes of this job"});
        }
        result.push_back(std::move(one));
    }
    return result;
}

}  // namespace causeway::plan
