/// A verb of the command line: `causeway VERB ...`.
///
/// To add a verb: write one file beside the others that defines a `Verb` constant, and add its name to
/// verbs.def (under_mpi/verbs.def if it runs under mpirun).
#pragma once

#include "apps/command_line/command.hpp"
#include "causeway/base/registry.hpp"
#include "causeway/report/document.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace causeway::app {

struct Verb {
    std::string_view name;
    std::string_view summary;
    std::string_view example;  ///< shown below the options

    /// Declares the options and sets the callback that carries the verb out. Exceptions that the callback
    /// throws are reported by main.
    void (*set_up)(command_line::Command& command) = nullptr;
};

/// Verb::set_up of a verb with options of its own: its file has `declare(command, options)` and `run(options)` for
/// them.
template <typename Options>
void set_up(command_line::Command& command) {
    auto options = std::make_shared<Options>();
    declare(command, *options);
    command.callback([options] { run(*options); });
}

[[nodiscard]] const base::Registry<Verb>& verbs();

/// Makes each of `choices` a word that may follow `command`, which people call `name`, and one of them required.
void declare_choice(command_line::Command& command, const base::Registry<Verb>& choices, std::string_view name);

/// The options that every verb has.
struct OutputOptions {
    std::string format = "text";
    std::string file;

    /// --format and -o
    void declare(command_line::Command& command);
    void deliver(const report::Document& document) const;
};

}  // namespace causeway::app
