#include "causeway/job/cache.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/time_stamp.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

namespace causeway::job {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "platform-";
constexpr std::string_view kPlatformSuffix = ".json";
/// Beside each platform, the hosts that it is of: a line for the library, then one for each host.
constexpr std::string_view kHostsSuffix = ".hosts";

std::set<std::string> host_lines(const CachedJob& job) {
    std::set<std::string> lines;
    for (std::size_t rank = 0; rank < job.host_names.size(); ++rank) {
        lines.insert(job.host_names[rank] + " " + job.interfaces[rank]);
    }
    return lines;
}

/// Without a suffix.
std::string stem_of(const std::string& folder, const CachedJob& job) {
    std::vector<std::string> sorted_hosts = job.host_names;
    std::sort(sorted_hosts.begin(), sorted_hosts.end());  // how many processes on each
    const std::string key =
        fmt::format("{}\n{}\n{}", fmt::join(host_lines(job), "\n"), fmt::join(sorted_hosts, " "), job.library);
    return (fs::path(folder) / fmt::format("{}{}", kPrefix, base::digest(key).hexadecimal())).string();
}

/// Whether the hosts that `text` lists are this job's and more.
bool has_all_hosts(const std::string& text, const CachedJob& job) {
    std::istringstream stream(text);
    std::string line;
    if (!std::getline(stream, line) || line != job.library) {
        return false;
    }
    std::set<std::string> missing = host_lines(job);
    while (std::getline(stream, line)) {
        missing.erase(line);
    }
    return missing.empty();
}

bool serves_some_hosts(const platform::Platform& platform, const CachedJob& job) {
    const auto placement = platform::placement_of(platform, job.host_names);
    if (!placement) {
        return false;
    }
    const std::vector<int>& clusters = placement->cluster_of_host;
    std::vector<int> processes(clusters.size(), 0);
    for (const int host : placement->host_of) {
        ++processes[static_cast<std::size_t>(host)];
    }
    for (std::size_t host = 0; host < clusters.size(); ++host) {
        if (processes[host] > 1 && !platform.clusters[static_cast<std::size_t>(clusters[host])].within_host) {
            return false;
        }
    }
    return true;
}

/// What belongs to a platform in the folder: two files of one name, of which either may be missing.
struct Entry {
    fs::file_time_type written = fs::file_time_type::min();  ///< the last of them
    Bytes size{0};
    bool has_hosts = false;
};

/// [path without suffix]; none in a folder that others may write to
std::map<std::string, Entry> entries_in(const std::string& folder) {
    std::map<std::string, Entry> entries;
    std::error_code error;
    if (base::foreign_hand(folder)) {
        return entries;
    }
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
        const fs::path path = file->path();
        std::error_code gone;
        if (!path.filename().string().starts_with(kPrefix) ||
            (path.extension() != kHostsSuffix && path.extension() != kPlatformSuffix)) {
            continue;
        }
        const fs::file_time_type written = fs::last_write_time(path, gone);
        const std::uintmax_t size = gone ? 0 : fs::file_size(path, gone);
        if (!gone) {
            Entry& entry = entries[fs::path(path).replace_extension().string()];
            entry.written = std::max(entry.written, written);
            entry.size = entry.size + Bytes(static_cast<std::int64_t>(size));
            entry.has_hosts = entry.has_hosts || path.extension() == kHostsSuffix;
        }
    }
    return entries;
}

/// The newest first.
std::vector<std::pair<std::string, Entry>> by_age(const std::map<std::string, Entry>& entries) {
    std::vector<std::pair<std::string, Entry>> sorted(entries.begin(), entries.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& one, const auto& other) { return one.second.written > other.second.written; });
    return sorted;
}

/// Nothing for a file that is not there (any more), or that another user may have written. Throws InputError for one
/// that cannot be read.
std::optional<std::string> text_of(const std::string& file) {
    std::error_code ignored;
    if (!fs::exists(file, ignored) || base::foreign_hand(file)) {
        return std::nullopt;
    }
    try {
        return base::read_file(file);
    } catch (const base::InputError&) {
        if (!fs::exists(file, ignored)) {
            return std::nullopt;
        }
        throw;
    }
}

/// The platform without a suffix, if it is there. Throws InputError for a file that is not whole.
std::optional<Cached> read_cached(const std::string& stem) {
    const std::string file = stem + std::string(kPlatformSuffix);
    const std::optional<std::string> text = text_of(file);
    return text ? std::optional(Cached{.platform = platform::parse_platform(*text, file), .file = file}) : std::nullopt;
}

/// The list of hosts goes first: without it no other job comes to the platform.
void remove(const std::string& stem) {
    std::error_code ignored;
    fs::remove(stem + std::string(kHostsSuffix), ignored);
    fs::remove(stem + std::string(kPlatformSuffix), ignored);
}

/// Removes the oldest platforms but for `kept`.
void make_room(const std::string& folder, const std::string& kept, const CacheBound& bound) {
    const std::map<std::string, Entry> entries = entries_in(folder);
    std::size_t num_platforms = 0;
    Bytes size{0};
    const auto count = [&](const Entry& entry) {
        ++num_platforms;
        size = size + entry.size;
    };
    if (const auto own = entries.find(kept); own != entries.end()) {
        count(own->second);
    }
    bool is_full = false;
    for (const auto& [stem, entry] : by_age(entries)) {
        if (stem == kept) {
            continue;
        }
        is_full = is_full || num_platforms + 1 > bound.platforms || size + entry.size > bound.size;
        if (is_full) {
            remove(stem);
        } else {
            count(entry);
        }
    }
}

}  // namespace

std::optional<Cached> find_cached(const std::string& folder, const CachedJob& job) {
    if (auto own = read_cached(stem_of(folder, job)); own && platform::placement_of(own->platform, job.host_names)) {
        return own;
    }
    std::exception_ptr broken;
    for (const auto& [stem, entry] : by_age(entries_in(folder))) {
        const std::optional<std::string> hosts =
            entry.has_hosts ? text_of(stem + std::string(kHostsSuffix)) : std::nullopt;
        if (hosts && has_all_hosts(*hosts, job)) {
            try {
                if (auto found = read_cached(stem); found && serves_some_hosts(found->platform, job)) {
                    return found;
                }
            } catch (const base::InputError&) {
                broken = broken ? broken : std::current_exception();  // an older one may be whole
            }
        }
    }
    if (broken) {
        std::rethrow_exception(broken);
    }
    return std::nullopt;
}

std::string keep_in_cache(const std::string& folder, const CachedJob& job, const platform::Platform& platform,
                          const CacheBound& bound) {
    const std::string stem = stem_of(folder, job);
    base::make_own_folder(folder);
    if (const auto reason = base::foreign_hand(folder)) {
        throw base::Error(fmt::format("{}; later jobs would not trust what is kept there", *reason));
    }
    std::string file = stem + std::string(kPlatformSuffix);
    base::write_file(file, platform::to_json_text(platform));
    base::write_file(stem + std::string(kHostsSuffix),
                     fmt::format("{}\n{}\n", job.library, fmt::join(host_lines(job), "\n")));
    make_room(folder, stem, bound);
    return file;
}

void keep_renewed(const Job& job, platform::Platform platform, std::string_view what) noexcept {
    if (!job.cached_file) {
        return;
    }
    try {
        platform.provenance.remarks.push_back(fmt::format("{}, {}", base::time_stamp(), what));
        base::write_file(*job.cached_file, platform::to_json_text(platform));
    } catch (const std::exception& error) {
        say(job, 0, fmt::format("what was measured again is not kept: {}", error.what()));
    }
}

}  // namespace causeway::job
