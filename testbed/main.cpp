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
    CLI::App app{
        "A real grid of hosts on one Linux machine: namespaces, TCP, and a router that delays packets\n"
        "as a network of several sites does."};
    app.name("causeway-testbed");
    app.require_subcommand(1);
    int exit_code = 0;
    testbed::add_up(app, exit_code);
    testbed::add_run(app, exit_code);
    testbed::add_exec(app, exit_code);
    testbed::add_status(app, exit_code);
    testbed::add_set(app, exit_code);
    testbed::add_down(app, exit_code);
    testbed::add_check(app, exit_code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kWrongInput;
    } catch (const base::InputError& error) {
        fmt::print(stderr, "causeway-testbed: {}\n", error.what());
        return kWrongInput;
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway-testbed: {}\n", error.what());
        return kImpossible;
    }
    return exit_code;
}
