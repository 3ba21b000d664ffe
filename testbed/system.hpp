/// What every user of the operating system here needs: descriptors that close themselves, failed
/// calls as exceptions, the one clock.
#pragma once

#include "causeway/base/error.hpp"
#include "causeway/base/units.hpp"

#include <sys/socket.h>

#include <ctime>
#include <string>
#include <utility>

namespace causeway::testbed {

/// A file descriptor, closed at the end of its life.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();

    [[nodiscard]] int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    void close() { *this = Descriptor(); }

private:
    int number_ = -1;
};

/// The kernel's functions for addresses take the general type.
template <typename Address>
[[nodiscard]] const sockaddr* general(const Address& address) {
    return static_cast<const sockaddr*>(static_cast<const void*>(&address));
}

/// A one-way pipe; both ends close on exec.
struct Pipe {
    Descriptor read_end;
    Descriptor write_end;
};
[[nodiscard]] Pipe make_pipe();

/// "WHAT: the system's reason", from errno.
[[nodiscard]] base::Error system_error(const std::string& what);

/// From here on this process may have as many files open as the system lets it. Never throws.
void allow_all_files() noexcept;

/// Throws Error where the kernel cannot wait for events to the nanosecond (Linux before 5.11).
void require_exact_waits();

/// Throws system_error(what) if `result` is negative; else returns it.
int require(int result, const std::string& what);

/// Opens a file; the descriptor closes on exec. Throws Error.
[[nodiscard]] Descriptor open_file(const std::string& path, int flags, unsigned mode = 0);

/// CLOCK_MONOTONIC.
[[nodiscard]] Seconds monotonic_now();

/// A duration as the kernel takes it; not negative.
[[nodiscard]] timespec to_timespec(Seconds duration);

/// The file of the running program.
[[nodiscard]] std::string own_program();

}  // namespace causeway::testbed
