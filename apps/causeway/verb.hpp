/// A verb of the command line: `causeway VERB ...`.
///
/// To add a verb: write one file beside the others that defines a `Verb` constant, and add its name to
/// verbs.def (under_mpi/verbs.def if it runs under mpirun).
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/report/document.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace causeway::app {

struct Verb {
    std::string_view name;
    std::string_view summary;
    std::string_view example;  ///< shown below the options

    /// Declares the options and sets the callback that carries the verb out. Exceptions that the callback
    /// throws are reported by main.
    void (*set_up)(CLI::App& command) = nullptr;
};

[[nodiscard]] const base::Registry<Verb>& verbs();

/// The options that every verb has.
struct OutputOptions {
    std::string format = "text";
    std::string file;

    /// --format and -o
    void declare(CLI::App& command);
    void deliver(const report::Document& document) const;
};

}  // namespace causeway::app
