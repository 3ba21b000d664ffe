/// Measured platforms that are kept for later jobs on the same hosts.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/job/job.hpp"
#include "causeway/platform/platform.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::job {

/// What a cached platform is known by.
struct CachedJob {
    std::vector<std::string> host_names;  ///< [rank]
    std::vector<std::string> interfaces;  ///< [rank], interface_text(); one line each
    std::string library;                  ///< mpi::library_version(), and mpi::network_settings()
};

struct Cached {
    platform::Platform platform;
    std::string file;
};

/// What a folder may hold. More than a job reads at its start, and little for a home directory.
struct CacheBound {
    std::size_t platforms = 256;
    Bytes size = Bytes(std::int64_t{64} << 20U);
};

/// The platform that was measured by a job on the same hosts with the same interfaces and as many processes on each;
/// else one of more hosts, if these are among them: what links cost does not depend on who else is there. Only
/// where what is inside a host was measured, if hosts run several processes.
/// The newest of several. Throws InputError for a file that is not whole.
[[nodiscard]] std::optional<Cached> find_cached(const std::string& folder, const CachedJob& job);

/// Keeps a platform that this job has measured, and removes the oldest others as far as the bound asks for it; returns
/// the file. Throws Error, std::filesystem::filesystem_error.
std::string keep_in_cache(const std::string& folder, const CachedJob& job, const platform::Platform& platform,
                          const CacheBound& bound = {});

/// Puts `platform`, measured again or corrected, in the place of the cached file that the job began with, if there is
/// one; `what` has changed is added to its remarks. The old file stays whole until the new one is. What goes wrong is
/// told once. On rank 0 of the job. Never throws.
void keep_renewed(const Job& job, platform::Platform platform, std::string_view what) noexcept;

}  // namespace causeway::job
