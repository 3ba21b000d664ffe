#include "causeway/interpose/report_file.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_input.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace causeway::interpose {

namespace {

namespace fs = std::filesystem;

std::string spawned_beside(const std::string& path, int number) {
    const fs::path file(path);
    return (file.parent_path() /
            fmt::format("{}.spawned-{}{}", file.stem().string(), number, file.extension().string()))
        .string();
}

bool is_something_else_than_a_file(const std::string& path) {
    std::error_code ignored;
    return fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
}

/// Empty files are left by those that were ended before they could write.
bool is_report_of_spawned(const std::string& path) {
    const std::string text = base::read_file(path);
    if (text.empty()) {
        return true;
    }
    const base::JsonInput report = base::JsonInput::parse(text, path);
    return report.member("causeway").string() == "report" && report.optional_member("started_by").has_value();
}

}  // namespace

void remove_reports_of_spawned(const std::string& path) noexcept {
    try {
        for (int number = 1;; ++number) {
            const std::string beside = spawned_beside(path, number);
            std::error_code ignored;
            if (!fs::is_regular_file(beside, ignored) || !is_report_of_spawned(beside) ||
                !fs::remove(beside, ignored)) {
                return;
            }
        }
    } catch (const std::exception&) {
        return;  // it is something else, or nobody's who may remove it
    }
}

std::string new_report_of_spawned(const std::string& path) {
    if (is_something_else_than_a_file(path)) {
        return path;
    }
    for (int number = 1;; ++number) {
        std::string name = spawned_beside(path, number);
        constexpr int kForAll = 0666;  // less what the umask takes
        if (const int file = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kForAll); file >= 0) {
            ::close(file);
            return name;
        }
        if (errno != EEXIST) {
            throw base::Error(fmt::format("{} cannot be made: {}", name, std::strerror(errno)));
        }
    }
}

}  // namespace causeway::interpose
