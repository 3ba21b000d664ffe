#include "causeway/graph/program_output.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::graph {

namespace {

[[noreturn]] void fail(const std::string& name, int error) {
    throw base::Error(fmt::format("{} cannot be run: {}", name, std::strerror(error)));
}

/// Closes a file descriptor at the end of its scope.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close_now(); }

    [[nodiscard]] int number() const { return number_; }

    void close_now() {
        if (number_ >= 0) {
            ::close(number_);
        }
        number_ = -1;
    }

private:
    int number_;
};

/// Beside the running program if it is there, else left to the PATH.
std::string path_of(const std::string& name) {
    std::error_code ignored;
    const std::filesystem::path running = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::filesystem::path beside = running.parent_path() / name;
    return !running.empty() && std::filesystem::exists(beside, ignored) ? beside.string() : name;
}

std::string all_of(int descriptor, const std::string& name) {
    std::string text;
    std::array<char, 65536> buffer{};
    while (true) {
        const ssize_t size = ::read(descriptor, buffer.data(), buffer.size());
        if (size < 0 && errno != EINTR) {
            fail(name, errno);
        }
        if (size == 0) {
            return text;
        }
        text.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    }
}

}  // namespace

std::optional<ProgramOutput> output_of(const std::string& name, std::vector<std::string> arguments) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        fail(name, errno);
    }
    const Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    std::string path = path_of(name);
    std::vector<char*> words{path.data()};
    for (std::string& argument : arguments) {
        words.push_back(argument.data());
    }
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, writing.number(), STDOUT_FILENO);
    pid_t process = 0;
    const int error = posix_spawnp(&process, path.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT) {
        return std::nullopt;
    }
    if (error != 0) {
        fail(name, error);
    }
    writing.close_now();
    ProgramOutput result;
    result.text = all_of(reading.number(), name);
    int status = 0;
    while (::waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) {
            fail(name, errno);
        }
    }
    result.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return result;
}

}  // namespace causeway::graph
