#include "causeway/base/file_lock.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace causeway::base {

FileLock::FileLock(const std::string& path, Seconds patience)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
    constexpr std::chrono::milliseconds kPause(10);
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience.value());
    int error = descriptor_.is_open() ? 0 : errno;
    while (error == 0 && ::flock(descriptor_.number(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(kPause);
        } else if (errno == ENOSYS || errno == EOPNOTSUPP || errno == ENOLCK) {
            break;
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    if (error != 0) {
        throw Error(fmt::format("{}: cannot be locked: {}", path,
                                error == EWOULDBLOCK ? "another process holds it" : std::strerror(error)));
    }
}

}  // namespace causeway::base
