#include "testbed/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstring>

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace causeway::testbed {

Descriptor::~Descriptor() {
    if (number_ >= 0) {
        ::close(number_);
    }
}

Pipe make_pipe() {
    std::array<int, 2> ends{};
    require(::pipe2(ends.data(), O_CLOEXEC), "cannot make a pipe");
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

base::Error system_error(const std::string& what) {
    return base::Error(fmt::format("{}: {}", what, std::strerror(errno)));
}

void allow_all_files() noexcept {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
    }
}

void require_exact_waits() {
    const Descriptor events(require(::epoll_create1(EPOLL_CLOEXEC), "cannot wait for events"));
    epoll_event event{};
    const timespec none{};
    require(::epoll_pwait2(events.number(), &event, 1, &none, nullptr),
            "cannot wait for packets to the nanosecond (epoll_pwait2, since Linux 5.11)");
}

int require(int result, const std::string& what) {
    if (result < 0) {
        throw system_error(what);
    }
    return result;
}

Descriptor open_file(const std::string& path, int flags, unsigned mode) {
    return Descriptor(require(::open(path.c_str(), flags | O_CLOEXEC, mode), "cannot open " + path));
}

Seconds monotonic_now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return Seconds(static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec));
}

timespec to_timespec(Seconds duration) {
    const double value = std::max(0.0, duration.value());
    const double whole = std::floor(value);
    return {.tv_sec = static_cast<time_t>(whole), .tv_nsec = static_cast<long>((value - whole) * 1e9)};
}

std::string own_program() {
    std::array<char, PATH_MAX> path{};
    const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size() - 1);
    if (length < 0) {
        throw system_error("cannot find the program's own file in /proc/self/exe");
    }
    return {path.data(), static_cast<std::size_t>(length)};
}

}  // namespace causeway::testbed
