#include "forward.hpp"

#include "installation.hpp"
#include "verb.hpp"

#include "causeway/base/program_output.hpp"
#include "causeway/process/ranks.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include <unistd.h>

namespace causeway::app {

namespace {

/// In the order in which they are looked for.
constexpr std::array kMpiLibraries{"openmpi", "mpich"};

/// Whether a command can be started at all: its MPI library may not be installed.
bool runs(const std::filesystem::path& command) {
    const auto answer = base::output_of(command.string(), {"--version"}, base::Streams::kOutputAndErrors);
    return answer && answer->succeeded;
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
