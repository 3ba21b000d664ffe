#include "causeway/experience/kept.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/file_lock.hpp"
#include "causeway/base/files.hpp"
#include "causeway/policy/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace causeway::experience {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "experience-";
constexpr std::string_view kSuffix = ".json";
constexpr std::string_view kLock = "experience.lock";

/// Removes the oldest files but for `kept`.
void make_room(const std::string& folder, const std::string& kept, std::size_t most) {
    std::vector<std::pair<fs::file_time_type, fs::path>> others;
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
        const std::string name = file->path().filename().string();
        std::error_code gone;
        if (name.starts_with(kPrefix) && name.ends_with(kSuffix) && file->path() != fs::path(kept)) {
            const fs::file_time_type written = fs::last_write_time(file->path(), gone);
            if (!gone) {
                others.emplace_back(written, file->path());
            }
        }
    }
    std::sort(others.begin(), others.end());
    for (std::size_t i = 0; i + most <= others.size(); ++i) {
        std::error_code ignored;
        fs::remove(others[i].second, ignored);
    }
}

}  // namespace

std::string file_for(const std::string& folder, const Conditions& conditions) {
    const std::string key = fmt::format("{}\n{}\n{}", conditions.platform, conditions.library, conditions.build);
    return (fs::path(folder) / fmt::format("{}{}{}", kPrefix, base::digest(key).hexadecimal(), kSuffix)).string();
}

std::optional<Experience> find_kept(const std::string& folder, const Conditions& conditions) {
    const std::string file = file_for(folder, conditions);
    std::error_code ignored;
    if (!fs::exists(file, ignored) || base::foreign_hand(file)) {
        return std::nullopt;
    }
    Experience found = parse_experience(base::read_file(file), file);
    if (found.conditions != conditions) {
        throw base::InputError(
            {.source = file,
             .place = {},
             .found = fmt::format("experience with platform {}, {}, build {}", found.conditions.platform,
                                  found.conditions.library, found.conditions.build),
             .accepted = "that of this job"});
    }
    return found;
}

void keep(const std::string& folder, const Experience& gained, const std::string& now, const KeptBound& bound) {
    base::make_own_folder(folder);
    if (const auto reason = base::foreign_hand(folder)) {
        throw base::Error(fmt::format("{}; later jobs would not trust what is kept there", *reason));
    }
    const base::FileLock lock((fs::path(folder) / kLock).string(), policy::kPatienceOfMerge);
    Experience all;
    try {
        all = find_kept(folder, gained.conditions).value_or(Experience());
    } catch (const base::InputError&) {  // of no use to anybody
        all = {};
    }
    all.conditions = gained.conditions;
    merge(all, gained, bound.kinds);
    for (auto& [kind, tried] : all.kinds) {  // a clock that was ahead must not keep others out
        tried.last_called = std::min(tried.last_called, now);
    }
    const std::string file = file_for(folder, gained.conditions);
    base::write_file(file, to_json_text(all));
    make_room(folder, file, bound.files);
}

}  // namespace causeway::experience
