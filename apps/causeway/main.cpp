/// The command line: finds the verb, runs it, turns what went wrong into one message and an exit code.
#include "forward.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/version.hpp"
#include "causeway/configuration/settings.hpp"
#include "causeway/process/ranks.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace {

constexpr int kCouldNotBeDone = 1;
constexpr int kWrongInput = 2;

constexpr const char* kDescription =
    "Causeway makes MPI collectives fast on networks that are neither uniform nor flat.\n\n"
    "  causeway run -- mpirun ... ./program            run any MPI program with it, and see what was gained\n"
    "  mpirun ... causeway discover -o platform.json   measure the job's hosts\n"
    "  causeway plan platform.json --bytes 4M          see what would be done, and why";

/// Complains about a first word that is no verb: CLI11 would only say that one is missing.
void require_verb(int argc, char** argv) {
    if (argc > 1 && argv[1][0] == '-') {
        return;
    }
    if (argc == 1) {
        throw causeway::base::InputError({.source = "command line",
                                          .place = {},
                                          .found = "no verb",
                                          .accepted = causeway::base::joined(causeway::app::verbs().names())});
    }
    (void)causeway::app::verbs().at(argv[1], "command line");
}

void complain(std::string_view text) {
    if (causeway::process::may_speak()) {
        fmt::print(stderr, "causeway: {}\n", text);
    }
}

int run(int argc, char** argv) {
    require_verb(argc, argv);
    causeway::command_line::Program program(kDescription, "causeway");
    program.version(std::string(causeway::base::version()));
    program.require_subcommand();
    for (const causeway::app::Verb* verb : causeway::app::verbs().members()) {
        causeway::command_line::Command command =
            program.command().subcommand(verb->name, verb->summary, fmt::format("Example:\n  {}", verb->example));
        verb->set_up(command);
    }
    for (const causeway::configuration::Setting& setting : causeway::configuration::all_settings()) {
        program.variable({setting.variable, setting.accepts, setting.summary});
    }
    return program.parse(argc, argv, complain).value_or(0);
}

}  // namespace

int main(int argc, char** argv) {
    try {
#ifndef CAUSEWAY_WITH_MPI
        causeway::app::forward(argv);
#endif
        return run(argc, argv);
    } catch (const causeway::base::InputError& error) {
        complain(error.what());
        return kWrongInput;
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway: {}\n", error.what());
        return kCouldNotBeDone;
    }
}
