#include "testbed/ready_made.hpp"

#include "testbed/system.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace causeway::testbed {

namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".json";

/// Beside the program, as built or as installed.
fs::path folder_of_grids() {
    return fs::path(own_program()).parent_path() / ".." / CAUSEWAY_GRIDS_FOLDER;
}

std::vector<std::string> names_of_grids(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == kExtension) {
            names.push_back(entry.path().stem());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

std::string grid_file(const std::string& given) {
    std::error_code ignored;
    const fs::file_status status = fs::status(given, ignored);
    if (given.find('/') != std::string::npos || (fs::exists(status) && !fs::is_directory(status))) {
        return given;
    }
    const fs::path folder = folder_of_grids();
    const std::vector<std::string> names = names_of_grids(folder);
    if (std::find(names.begin(), names.end(), given) == names.end()) {
        throw base::InputError({.source = given,
                                .place = {},
                                .found = "no file, and no ready-made grid of this name",
                                .accepted = fmt::format("a grid file, or a ready-made grid: {}", base::joined(names))});
    }
    return folder / (given + kExtension);
}

}  // namespace causeway::testbed
