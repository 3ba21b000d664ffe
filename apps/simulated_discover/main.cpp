/// `causeway discover`, the verb alone, as a program for SMPI: same options, output and exit codes.
#include "../causeway/verb.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

namespace causeway::app {
extern const Verb discover_verb;
}  // namespace causeway::app

int main(int argc, char** argv) {
    constexpr int kCouldNotBeDone = 1;
    constexpr int kWrongInput = 2;
    try {
        causeway::command_line::Program program(std::string(causeway::app::discover_verb.summary), "causeway");
        causeway::command_line::Command declared = program.command();
        causeway::app::discover_verb.set_up(declared);
        return program.parse(argc, argv).value_or(0);
    } catch (const causeway::base::InputError& error) {
        fmt::print(stderr, "causeway: {}\n", error.what());
        return kWrongInput;
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway: {}\n", error.what());
        return kCouldNotBeDone;
    }
}
