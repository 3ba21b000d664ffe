/// Where the parts of Causeway are that this command starts or names: as they are installed, or as they were built.
#pragma once

#include <filesystem>
#include <optional>

namespace causeway::app {

/// libcauseway.so, which is preloaded into programs. Throws base::Error where it is not there.
[[nodiscard]] std::filesystem::path preloaded_library();

/// This command for an MPI library ("openmpi"), with the verbs that run under its launcher; nothing where that is not
/// installed.
[[nodiscard]] std::optional<std::filesystem::path> command_under(const char* mpi);

}  // namespace causeway::app
