/// Whether the preloaded library is there, is told what it understands, and can keep what it learns.
///
/// The loader leaves a library out that it cannot find, with a line on the standard error stream that a job easily
/// hides.
///
/// Source: ld.so(8) (LD_PRELOAD); docs/files.md (CAUSEWAY_* and causeway.conf).
#include "causeway/diagnosis/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::diagnosis {

namespace {

Look look_at_preload(const Facts& host, const Job& /*job*/) {
    Look look;
    const bool is_named = std::any_of(host.preloaded.begin(), host.preloaded.end(), [](const std::string& word) {
        return word.find("libcauseway") != std::string::npos;
    });
    for (const std::string& word : host.missing_preloads) {
        look.findings.push_back(
            {Severity::kProblem, fmt::format("LD_PRELOAD names '{}', which is not there", word),
             fmt::format("LD_PRELOAD={}: the loader goes on without it", fmt::join(host.preloaded, ":")),
             "causeway trace   (prints command lines with the right path)"});
    }
    if (is_named && !host.has_causeway_loaded && host.missing_preloads.empty()) {
        look.findings.push_back(
            {Severity::kProblem, "LD_PRELOAD names libcauseway.so, and it is not loaded",
             fmt::format("LD_PRELOAD={}; /proc/self/maps has no libcauseway.so", fmt::join(host.preloaded, ":")),
             "name it with its whole path, of this machine and for this MPI"});
    }
    if (!is_named && !host.has_causeway_loaded && host.world_size > 1) {
        look.findings.push_back(
            {Severity::kHint, "this job does not have libcauseway.so preloaded",
             host.preloaded.empty() ? "LD_PRELOAD is not set"
                                    : fmt::format("LD_PRELOAD={}", fmt::join(host.preloaded, ":")),
             "mpirun -x LD_PRELOAD=.../libcauseway.so ...   (MPICH: mpiexec -genv LD_PRELOAD ...)"});
    }
    if (host.settings_fault) {
        look.findings.push_back({Severity::kProblem, "a setting of Causeway is not understood", *host.settings_fault,
                                 "causeway info   (lists the settings and what they accept)"});
    }
    for (const std::string& file : host.ignored_files) {
        look.findings.push_back({Severity::kHint, "a file of settings is ignored", file, "chmod go-w FILE"});
    }
    if (host.cache_fault) {
        look.findings.push_back({Severity::kProblem, "measured platforms cannot be kept: each job measures anew",
                                 fmt::format("{}: {}", host.cache_folder, *host.cache_fault),
                                 "export CAUSEWAY_CACHE=FOLDER   (of your own, that every host can write to)"});
    }
    return look;
}

}  // namespace

extern constexpr Check preload{
    .name = "preload",
    .summary = "libcauseway.so in LD_PRELOAD and loaded; settings that are understood; a cache that can be written to",
    .source = "ld.so(8); docs/files.md",
    .at_host = look_at_preload,
};

}  // namespace causeway::diagnosis
