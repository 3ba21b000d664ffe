#include "testbed/state.hpp"

#include "causeway/base/error.hpp"
#include "testbed/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace causeway::testbed {

namespace {

namespace fs = std::filesystem;

const char* environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr || *value == '\0' ? nullptr : value;
}

/// The lock of a folder, if nobody else holds it.
std::optional<Descriptor> try_lock(const StateFolder& folder, int flags) {
    const int number = ::open(folder.lock().c_str(), flags | O_RDWR | O_CLOEXEC, 0600);
    if (number < 0) {
        if (errno == ENOENT) {
            return std::nullopt;
        }
        throw system_error("cannot open " + folder.lock());
    }
    Descriptor file(number);
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
        return std::nullopt;
    }
    // Between opening and locking, a router that ended may have removed the file.
    struct stat opened {};
    struct stat current {};
    if (::fstat(file.number(), &opened) != 0 || ::stat(folder.lock().c_str(), &current) != 0 ||
        opened.st_ino != current.st_ino) {
        return std::nullopt;
    }
    return file;
}

}  // namespace

StateRoot state_root() {
    if (const char* const chosen = environment("CAUSEWAY_TESTBED_STATE")) {
        return {fs::absolute(chosen).string()};
    }
    const char* const runtime = environment("XDG_RUNTIME_DIR");
    return {fmt::format("{}/causeway-testbed-{}", runtime != nullptr ? runtime : "/tmp", ::getuid())};
}

StateFolder folder_of(const StateRoot& root, const std::string& name) {
    require_grid_name(name, "--name", "");
    return {root.path + "/" + name};
}

std::optional<Descriptor> claim(const StateFolder& folder) {
    const std::string root = fs::path(folder.path).parent_path();
    std::error_code failure;
    fs::create_directories(fs::path(root).parent_path(), failure);
    ::mkdir(root.c_str(), 0700);
    struct stat status {};
    if (::stat(root.c_str(), &status) != 0) {
        throw system_error("cannot make the folder " + root);
    }
    if (status.st_uid != ::geteuid()) {
        throw base::Error("the folder " + root +
                          " belongs to another user: choose one of your own with CAUSEWAY_TESTBED_STATE");
    }
    fs::create_directory(folder.path, failure);
    if (failure) {
        throw base::Error("cannot make the folder " + folder.path + ": " + failure.message());
    }
    if (!fs::exists(folder.lock(), failure) && !fs::is_empty(folder.path, failure)) {
        throw base::Error("the folder " + folder.path + " is in use for something else");
    }
    std::optional<Descriptor> lock = try_lock(folder, O_CREAT);
    if (!lock) {
        return std::nullopt;
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path)) {
        if (entry.path() != folder.lock()) {
            fs::remove_all(entry.path(), failure);
        }
    }
    fs::create_directory(folder.sessions(), failure);
    return lock;
}

void remove_folder(const StateFolder& folder) {
    std::error_code ignored;
    fs::remove_all(folder.path, ignored);
}

bool remove_if_dead(const StateFolder& folder) {
    const std::optional<Descriptor> lock = try_lock(folder, 0);
    if (!lock) {
        return false;
    }
    remove_folder(folder);
    return true;
}

std::vector<std::string> grids_up(const StateRoot& root) {
    std::vector<std::string> names;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(root.path, failure)) {
        const StateFolder folder{entry.path().string()};
        if (fs::exists(folder.lock(), failure) && !remove_if_dead(folder) && fs::exists(folder.control(), failure)) {
            names.push_back(entry.path().filename().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string chosen_grid(const StateRoot& root, const std::string& name) {
    const std::vector<std::string> names = grids_up(root);
    if (!name.empty()) {
        require_grid_name(name, "--name", "");
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            throw base::Error(
                fmt::format("no grid '{}' is up{}", name, names.empty() ? "" : "; these are: " + base::joined(names)));
        }
        return name;
    }
    if (names.empty()) {
        throw base::Error("no grid is up: bring one up with 'causeway-testbed up GRID.json'");
    }
    if (names.size() > 1) {
        throw base::InputError({.source = "--name",
                                .place = {},
                                .found = "nothing, with several grids up",
                                .accepted = base::joined(names)});
    }
    return names.front();
}

}  // namespace causeway::testbed
