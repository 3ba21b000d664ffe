#include "forward.hpp"

#include "installation.hpp"
#include "verb.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::app {

namespace {

/// An MPI library, and what its launchers tell each process.
struct Mpi {
    const char* name;
    std::vector<const char*> variables;
};

const std::array<Mpi, 2>& mpi_libraries() {
    static const std::array<Mpi, 2> kLibraries = {
        Mpi{"openmpi", {"OMPI_COMM_WORLD_RANK", "PMIX_RANK"}},  // its own launcher; Slurm's with PMIx
        Mpi{"mpich", {"PMI_RANK"}},                             // Hydra; Slurm's with PMI 2
    };
    return kLibraries;
}

bool has_started_us(const Mpi& mpi) {
    for (const char* variable : mpi.variables) {
        if (std::getenv(variable) != nullptr) {
            return true;
        }
    }
    return false;
}

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
    for (const Mpi& mpi : mpi_libraries()) {
        if (has_started_us(mpi)) {
            if (const auto command = command_under(mpi.name)) {
                return command;
            }
        }
    }
    if (is_own_verb(verb)) {
        return std::nullopt;
    }
    for (const Mpi& mpi : mpi_libraries()) {
        const auto command = command_under(mpi.name);
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
