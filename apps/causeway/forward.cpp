#include "forward.hpp"

#include "installation.hpp"
#include "verb.hpp"

#include "causeway/process/ranks.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::app {

namespace {

/// In the order in which they are looked for.
constexpr std::array kMpiLibraries{"openmpi", "mpich"};

/// Whether a command can be started at all: its MPI library may not be installed.
bool runs(const std::filesystem::path& command) {
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
    }
    std::string file = command.string();
    std::string option = "--version";
    char* words[] = {file.data(), option.data(), nullptr};
    pid_t child = 0;
    const int fault = ::posix_spawn(&child, file.c_str(), &quiet, nullptr, words, environ);
    posix_spawn_file_actions_destroy(&quiet);
    int status = 0;
    return fault == 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Those that tell of the MPI library, too, are better off with one.
bool is_own_verb(std::string_view word) {
    for (const Verb* verb : verbs().members()) {
        if (verb->name == word) {
            return word != "info" && word != "doctor";
        }
    }
    return false;
}

std::optional<std::filesystem::path> command_for(std::string_view verb) {
    for (const char* mpi : kMpiLibraries) {
        if (process::is_launched_for(mpi)) {
            if (const auto command = command_under(mpi)) {
                return command;
            }
        }
    }
    if (is_own_verb(verb)) {
        return std::nullopt;
    }
    for (const char* mpi : kMpiLibraries) {
        const auto command = command_under(mpi);
        if (command && runs(*command)) {
            return command;
        }
    }
    return std::nullopt;
}

}  // namespace

void forward(char** argv) {
    const std::string_view verb = argv[0] != nullptr && argv[1] != nullptr ? argv[1] : "";
    if (const auto command = command_for(verb)) {
        ::execv(command->c_str(), argv);
    }
}

}  // namespace causeway::app
