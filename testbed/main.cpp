/// causeway-testbed: a real grid of hosts on one Linux machine.
#include "testbed/verbs.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string_view>

namespace {

constexpr int kImpossible = 1;
constexpr int kWrongInput = 2;

}  // namespace

int main(int argc, char** argv) {
    using namespace causeway;
    // The MPIs' launchers take the path of a program, without arguments, in place of ssh.
    if (argc > 0 && (std::string_view(argv[0]) == "agent" || std::string_view(argv[0]).ends_with("/agent"))) {
        return testbed::agent(argc, argv);
    }
    command_line::Program program(
        "A real grid of hosts on one Linux machine: namespaces, TCP, and a router that delays packets\n"
        "as a network of several sites does.",
        "causeway-testbed");
    program.require_subcommand();
    command_line::Command all = program.command();
    int exit_code = 0;
    testbed::add_up(all, exit_code);
    testbed::add_run(all, exit_code);
    testbed::add_exec(all, exit_code);
    testbed::add_status(all, exit_code);
    testbed::add_set(all, exit_code);
    testbed::add_down(all, exit_code);
    testbed::add_check(all, exit_code);
    try {
        return program.parse(argc, argv).value_or(exit_code);
    } catch (const base::InputError& error) {
        fmt::print(stderr, "causeway-testbed: {}\n", error.what());
        return kWrongInput;
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway-testbed: {}\n", error.what());
        return kImpossible;
    }
}
