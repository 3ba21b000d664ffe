#include "causeway/base/files.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <unistd.h>

namespace causeway::base {

namespace {

/// A writer is done with its temporary file in moments: one as old as this was left by a writer that was killed.
constexpr std::chrono::hours kAbandoned(1);

/// Whether `name` is that of a temporary file for `target`: "target.PID.tmp".
bool is_temporary_of(std::string_view name, std::string_view target) {
    constexpr std::string_view kEnd = ".tmp";
    if (!name.starts_with(target) || !name.ends_with(kEnd) || name.size() < target.size() + kEnd.size() + 2) {
        return false;
    }
    const std::string_view middle = name.substr(target.size(), name.size() - target.size() - kEnd.size());
    return middle.front() == '.' &&
           std::all_of(middle.begin() + 1, middle.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Removes what killed writers of `path` have left behind, if it can.
void remove_abandoned(const std::filesystem::path& path) {
    namespace fs = std::filesystem;
    const std::string target = path.filename().string();
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::error_code code;
    const auto now = fs::file_time_type::clock::now();
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        std::error_code ignored;
        if (is_temporary_of(entry->path().filename().string(), target)) {
            const fs::file_time_type written = fs::last_write_time(entry->path(), ignored);
            if (!ignored && now - written > kAbandoned) {
                fs::remove(entry->path(), ignored);
            }
        }
    }
}

void write_directly(const std::string& path, std::string_view text) {
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.close();
    if (!stream) {
        throw Error(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
    }
}

}  // namespace

std::string read_file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::error_code ignored;
    if (!stream || std::filesystem::is_directory(path, ignored)) {
        throw InputError({.source = path,
                          .place = {},
                          .found = stream ? "a directory" : std::strerror(errno),
                          .accepted = "a readable file"});
    }
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& path, std::string_view text) {
    namespace fs = std::filesystem;
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        write_directly(path, text);
        return;
    }
    const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
    try {
        write_directly(temporary, text);
        fs::rename(temporary, path);
        remove_abandoned(path);
    } catch (const fs::filesystem_error& error) {
        fs::remove(temporary, code);
        throw Error(fmt::format("{}: cannot be written: {}", path, error.code().message()));
    } catch (const Error&) {
        fs::remove(temporary, code);
        throw;
    }
}

}  // namespace causeway::base
