#include "causeway/interpose/cache.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <exception>
#include <filesystem>
#include <set>
#include <sstream>
#include <unordered_map>

namespace causeway::interpose {

namespace {

namespace fs = std::filesystem;

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
    return fmt::format("{}/platform-{}", folder, base::digest(key).hexadecimal());
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
    const bool is_one_cluster =
        std::all_of(clusters.begin(), clusters.end(), [&](int cluster) { return cluster == clusters.front(); });
    std::vector<int> processes(clusters.size(), 0);
    for (const int host : placement->host_of) {
        ++processes[static_cast<std::size_t>(host)];
    }
    for (std::size_t host = 0; host < clusters.size(); ++host) {
        if (processes[host] > 1 && !platform.clusters[static_cast<std::size_t>(clusters[host])].within_host) {
            return false;
        }
    }
    return !is_one_cluster;
}

/// Whether a host with these interfaces is among those that `text` lists.
bool has_host(const std::string& text, const std::string& interfaces, const std::string& library) {
    return text.starts_with(library + "\n") && text.find(" " + interfaces + "\n") != std::string::npos;
}

/// The lists of hosts in the folder, the newest first.
std::vector<fs::path> lists_of_hosts(const std::string& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const fs::path path = entry->path();
        if (path.extension() == kHostsSuffix) {
            std::error_code ignored;
            files.emplace_back(fs::last_write_time(path, ignored), path);
        }
    }
    std::sort(files.rbegin(), files.rend());
    std::vector<fs::path> result;
    for (auto& [time, file] : files) {
        result.push_back(std::move(file));
    }
    return result;
}

std::string platform_beside(fs::path list_of_hosts) {
    return list_of_hosts.replace_extension(".json").string();
}

/// Throws InputError for a file that is not whole.
Cached read_cached(const std::string& file) {
    Cached result{.platform = {}, .file = file, .text = base::read_file(file)};
    result.platform = platform::parse_platform(result.text, file);
    return result;
}

}  // namespace

std::optional<Cached> find_cached(const std::string& folder, const CachedJob& job) {
    std::error_code ignored;
    const std::string own = stem_of(folder, job) + ".json";
    if (fs::exists(own, ignored)) {
        Cached result = read_cached(own);
        if (platform::placement_of(result.platform, job.host_names)) {
            return result;
        }
    }
    for (const fs::path& list : lists_of_hosts(folder)) {
        const std::string file = platform_beside(list);
        if (has_all_hosts(base::read_file(list.string()), job) && fs::exists(file, ignored)) {
            Cached result = read_cached(file);
            if (serves_some_hosts(result.platform, job)) {
                return result;
            }
        }
    }
    return std::nullopt;
}

std::vector<std::string> cached_texts(const std::string& folder, const std::string& interfaces,
                                      const std::string& library) {
    constexpr std::size_t kMostLists = 64;
    constexpr std::size_t kMostTexts = 4;
    std::vector<std::string> texts;
    std::vector<fs::path> lists = lists_of_hosts(folder);
    lists.resize(std::min(lists.size(), kMostLists));
    for (const fs::path& list : lists) {
        try {
            if (texts.size() < kMostTexts && has_host(base::read_file(list.string()), interfaces, library)) {
                texts.push_back(base::read_file(platform_beside(list)));
            }
        } catch (const base::InputError&) {
            continue;  // rank 0 will say so if it comes to it
        }
    }
    return texts;
}

std::string keep_in_cache(const std::string& folder, const CachedJob& job, const platform::Platform& platform) {
    const std::string stem = stem_of(folder, job);
    fs::create_directories(folder);
    base::write_file(stem + ".json", platform::to_json_text(platform));
    base::write_file(stem + std::string(kHostsSuffix),
                     fmt::format("{}\n{}\n", job.library, fmt::join(host_lines(job), "\n")));
    return stem + ".json";
}

void keep_renewed(const Job& job, platform::Platform platform, std::string_view what) noexcept {
    if (!job.cached_file) {
        return;
    }
    try {
        platform.provenance.remarks.push_back(fmt::format("{}, measured again: {}", time_stamp(), what));
        base::write_file(*job.cached_file, platform::to_json_text(platform));
    } catch (const std::exception& error) {
        say(job, 0, fmt::format("what was measured again is not kept: {}", error.what()));
    }
}

std::string time_stamp() {
    const std::time_t now = std::time(nullptr);
    return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(now));
}

}  // namespace causeway::interpose
