#include "causeway/base/files.hpp"

#include "causeway/base/descriptor.hpp"
#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace causeway::base {

namespace {

namespace fs = std::filesystem;

/// A writer is done with its temporary file in moments: one as old as this was left by a writer that was killed.
constexpr std::chrono::hours kAbandoned(1);
constexpr mode_t kOthersMayWrite = S_IWGRP | S_IWOTH;
constexpr mode_t kPermissions = S_IRWXU | S_IRWXG | S_IRWXO;

[[noreturn]] void refuse_to_read(const std::string& path, std::string found, std::string accepted) {
    throw InputError({.source = path, .place = {}, .found = std::move(found), .accepted = std::move(accepted)});
}

[[noreturn]] void fail_to_write(const std::string& path, int error) {
    throw Error(fmt::format("{}: cannot be written: {}", path, std::strerror(error)));
}

bool is_own(const struct stat& status) {
    return status.st_uid == ::geteuid() || status.st_uid == 0;
}

/// Of one file or folder, whatever it is in.
std::optional<std::string> foreign_hand_at(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return std::nullopt;
    }
    if (!is_own(status)) {
        return fmt::format("{} belongs to another user", path.string());
    }
    const bool is_sticky_folder = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
    if ((status.st_mode & kOthersMayWrite) != 0 && !is_sticky_folder) {
        return fmt::format("others may write to {}", path.string());
    }
    return std::nullopt;
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Whether `name` is that of a temporary file for `target`: "target.RANDOM.tmp".
bool is_temporary_of(std::string_view name, std::string_view target) {
    constexpr std::string_view kEnd = ".tmp";
    if (!name.starts_with(target) || !name.ends_with(kEnd) || name.size() < target.size() + kEnd.size() + 2) {
        return false;
    }
    const std::string_view middle = name.substr(target.size(), name.size() - target.size() - kEnd.size());
    return middle.front() == '.' && middle.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
}

/// Removes what killed writers of `path` have left behind, if it can.
void remove_abandoned(const fs::path& path) {
    const std::string target = path.filename().string();
    std::error_code code;
    const auto now = fs::file_time_type::clock::now();
    for (fs::directory_iterator entry(folder_of(path), code), end; !code && entry != end; entry.increment(code)) {
        std::error_code ignored;
        if (is_temporary_of(entry->path().filename().string(), target) && !entry->is_symlink(ignored)) {
            const fs::file_time_type written = fs::last_write_time(entry->path(), ignored);
            if (!ignored && now - written > kAbandoned) {
                fs::remove(entry->path(), ignored);
            }
        }
    }
}

/// The number of the error, 0 where there is none.
int write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            return errno;
        }
        text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return 0;
}

/// To what is there and is no regular file. Does not wait for somebody who reads a pipe.
void write_directly(const std::string& path, std::string_view text) {
    Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!device.is_open()) {
        fail_to_write(path, errno);
    }
    ::fcntl(device.number(), F_SETFL, ::fcntl(device.number(), F_GETFL) & ~O_NONBLOCK);
    if (const int error = write_all(device.number(), text); error != 0) {
        fail_to_write(path, error);
    }
    if (!device.close_now()) {
        fail_to_write(path, errno);
    }
}

/// "path.RANDOM.tmp": a name that nobody can know before.
std::string temporary_name(const std::string& path) {
    std::random_device random;
    const std::uint64_t high = random();
    return fmt::format("{}.{:08x}{:08x}.tmp", path, high, random());
}

/// A new file beside `path`, removed at the end of its scope unless it has taken the place of `path` by then.
class Replacement {
public:
    explicit Replacement(const std::string& path)
        : path_(path),
          name_(temporary_name(path)),
          // O_EXCL: neither what is there already nor what a link there points to. The umask takes from the mode.
          file_(::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                       S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH)) {
        if (!file_.is_open()) {
            fail_to_write(path, errno);
        }
    }
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;
    ~Replacement() {
        if (!name_.empty()) {
            ::unlink(name_.c_str());
        }
    }

    void write(std::string_view text) {
        struct stat before {};
        if (::lstat(path_.c_str(), &before) == 0 && S_ISREG(before.st_mode) && is_own(before)) {
            static_cast<void>(::fchmod(file_.number(), before.st_mode & kPermissions & ~kOthersMayWrite));
        }
        if (const int error = write_all(file_.number(), text); error != 0) {
            fail_to_write(path_, error);
        }
        // Else a machine that stops now may come back with the new name and nothing behind it. Not every file system
        // can do it.
        if (::fsync(file_.number()) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP) {
            fail_to_write(path_, errno);
        }
        if (!file_.close_now() || ::rename(name_.c_str(), path_.c_str()) != 0) {
            fail_to_write(path_, errno);
        }
        name_.clear();
    }

private:
    const std::string& path_;
    std::string name_;
    Descriptor file_;
};

/// Whether something stands at `path` that is no regular file and that the user means: not what another user has put,
/// or has made a link to, where everybody may.
bool is_device(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) {
        return false;
    }
    struct stat itself {};
    struct stat folder {};
    return ::lstat(path.c_str(), &itself) == 0 && ::stat(folder_of(path).c_str(), &folder) == 0 &&
           (is_own(itself) || (folder.st_mode & kOthersMayWrite) == 0);
}

}  // namespace

std::string read_file(const std::string& path) {
    constexpr std::string_view kAccepted = "a readable file";
    // O_NONBLOCK: a pipe that nobody writes to does not keep us waiting.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    struct stat status {};
    if (!file.is_open() || ::fstat(file.number(), &status) != 0) {
        refuse_to_read(path, std::strerror(errno), std::string(kAccepted));
    }
    if (!S_ISREG(status.st_mode)) {
        refuse_to_read(path, S_ISDIR(status.st_mode) ? "a directory" : "a pipe or a device", "a regular file");
    }
    // What the system says of the size is a beginning: files of /proc have none, others grow.
    const auto stated = static_cast<std::size_t>(status.st_size);
    constexpr std::size_t kLeast = 4096;
    std::string text;
    std::size_t length = 0;
    while (std::max(stated, length) <= kLargestFile) {
        if (length == text.size()) {
            text.resize(length == 0 ? stated + 1 : std::max(2 * length, kLeast));
        }
        const ssize_t read = ::read(file.number(), text.data() + length, text.size() - length);
        if (read == 0) {
            text.resize(length);
            return text;
        }
        if (read < 0 && errno != EINTR) {
            refuse_to_read(path, std::strerror(errno), std::string(kAccepted));
        }
        length += static_cast<std::size_t>(std::max<ssize_t>(read, 0));
    }
    refuse_to_read(path, fmt::format("{} bytes", std::max(stated, length)),
                   fmt::format("a file of at most {} bytes", kLargestFile));
}

std::optional<std::string> foreign_hand(const std::string& path) {
    if (const auto reason = foreign_hand_at(path)) {
        return reason;
    }
    std::error_code code;
    if (!fs::exists(path, code) || fs::is_directory(path, code)) {
        return std::nullopt;
    }
    const fs::path real = fs::canonical(path, code);
    for (const fs::path& folder : {folder_of(path), real.parent_path()}) {
        if (const auto reason = code ? std::nullopt : foreign_hand_at(folder)) {
            return reason;
        }
    }
    return std::nullopt;
}

void make_own_folder(const std::string& path) {
    std::error_code code;
    if (path.empty() || fs::is_directory(path, code)) {
        return;
    }
    const fs::path whole = fs::path(path).lexically_normal();
    const fs::path folder = whole.has_filename() ? whole : whole.parent_path();  // without a slash at its end
    if (folder.has_parent_path()) {
        make_own_folder(folder.parent_path().string());
    }
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        throw Error(fmt::format("{}: the folder cannot be made: {}", folder.string(), std::strerror(errno)));
    }
}

void write_file(const std::string& path, std::string_view text) {
    if (is_device(path)) {
        write_directly(path, text);
        return;
    }
    Replacement(path).write(text);
    remove_abandoned(path);
}

}  // namespace causeway::base
