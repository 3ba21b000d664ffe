/// Experience that is kept in a folder for later jobs: a file for each of the conditions.
#pragma once

#include "causeway/experience/experience.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace causeway::experience {

/// What a folder may hold. More kinds than programs were seen to make, and little to be read at the start of a job.
struct KeptBound {
    std::size_t kinds = 256;  ///< of a file
    std::size_t files = 64;
};

/// The file in the folder for the conditions, whether it is there or not.
[[nodiscard]] std::string file_for(const std::string& folder, const Conditions& conditions);

/// What the folder has for the conditions. Nothing where another user may have written it. Throws InputError for a file
/// that is not whole, or that says it is for others.
[[nodiscard]] std::optional<Experience> find_kept(const std::string& folder, const Conditions& conditions);

/// Merges what a job has gained into what the folder has, one process at a time; a file that is not whole is replaced.
/// The files that were written longest ago go beyond the bound. Whoever is killed meanwhile leaves the old file or the
/// new one. `now`: a time stamp. Throws Error.
void keep(const std::string& folder, const Experience& gained, const std::string& now, const KeptBound& bound = {});

}  // namespace causeway::experience
