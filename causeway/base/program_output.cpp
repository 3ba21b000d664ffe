#include "causeway/base/program_output.hpp"

#include "causeway/base/descriptor.hpp"
#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::base {

namespace {

[[noreturn]] void fail_to_hear(const std::string& program, int error) {
    throw Error(fmt::format("{} cannot be heard: {}", program, std::strerror(error)));
}

std::string all_of(int descriptor, const std::string& program) {
    std::string text;
    std::array<char, 65536> buffer{};
    while (true) {
        const ssize_t size = ::read(descriptor, buffer.data(), buffer.size());
        if (size < 0 && errno != EINTR) {
            fail_to_hear(program, errno);
        }
        if (size == 0) {
            return text;
        }
        text.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    }
}

}  // namespace

std::optional<ProgramOutput> output_of(std::string program, std::vector<std::string> arguments, Streams streams) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        fail_to_hear(program, errno);
    }
    const Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    std::vector<char*> words{program.data()};
    for (std::string& argument : arguments) {
        words.push_back(argument.data());
    }
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, writing.number(), STDOUT_FILENO);
    if (streams == Streams::kOutputAndErrors) {
        posix_spawn_file_actions_adddup2(&actions, writing.number(), STDERR_FILENO);
    }
    pid_t process = 0;
    const int error = ::posix_spawnp(&process, program.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        return std::nullopt;
    }
    (void)writing.close_now();
    ProgramOutput result;
    result.text = all_of(reading.number(), program);
    int status = 0;
    while (::waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) {
            fail_to_hear(program, errno);
        }
    }
    result.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return result;
}

}  // namespace causeway::base
