#include "installation.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <string>
#include <system_error>
#include <vector>

namespace causeway::app {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libcauseway.so";

/// The folder of libcauseway.so seen from that of the running command: from bin/ where it is installed and where it was
/// built; from the folder of the commands for one MPI library.
std::vector<fs::path> possible_folders() {
    const fs::path own = fs::canonical("/proc/self/exe").parent_path();
    std::vector<fs::path> folders;
    for (const char* relative : {CAUSEWAY_LIBRARIES_FROM_COMMANDS, "../lib", ".."}) {
        folders.push_back((own / relative).lexically_normal());
    }
    return folders;
}

}  // namespace

fs::path preloaded_library() {
    const std::vector<fs::path> folders = possible_folders();
    for (const fs::path& folder : folders) {
        if (fs::exists(folder / kLibrary)) {
            return folder / kLibrary;
        }
    }
    throw base::Error(
        fmt::format("no {0}: neither {1} nor {2} has it (was this command built without MPI?); name it with --library",
                    kLibrary, folders[0].string(), folders[1].string()));
}

std::optional<fs::path> command_under(const char* mpi) {
    std::error_code ignored;
    for (const fs::path& folder : possible_folders()) {
        const fs::path command = folder / "causeway" / fmt::format("causeway_{}", mpi);
        if (fs::exists(command, ignored)) {
            return command;
        }
    }
    return std::nullopt;
}

}  // namespace causeway::app
