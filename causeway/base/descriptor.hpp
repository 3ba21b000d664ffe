/// What the operating system knows an open file by.
#pragma once

#include <utility>

#include <unistd.h>

namespace causeway::base {

/// A file descriptor, closed at the end of its scope.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { static_cast<void>(close_now()); }

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }

    /// Whether that went well: some file systems tell only now that there was no room.
    [[nodiscard]] bool close_now() {
        const int number = std::exchange(number_, -1);
        return number < 0 || ::close(number) == 0;
    }

private:
    int number_;
};

}  // namespace causeway::base
