/// What starts the processes of a job: how it is told which process goes where, and what is in their environment.
///
/// To add a launcher: one file beside the others that defines a `Launcher` constant, and its line in launchers.def.
#pragma once

#include "causeway/base/registry.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::mapping {

/// A name and a value in the environment of a process.
using Variable = std::pair<std::string, std::string>;

/// The value of one of our variables for which a command line has the value `theirs`.
[[nodiscard]] std::string joined_value(const Variable& ours, const std::string& theirs);

struct Launcher {
    std::string_view name;
    std::string_view summary;
    std::string_view source;
    /// How the file is used; {} stands for its name.
    std::string_view usage;

    /// The file for processes on these hosts, [process].
    std::string (*file)(std::span<const std::string> hosts) = nullptr;

    std::string_view title;    ///< what people call it
    std::string_view command;  ///< and how they start it, which takes "-n PROCESSES"
    /// Whether this is what one of its commands says when it is asked for its version.
    bool (*says)(std::string_view version) = nullptr;
    /// A command line that begins with one of its commands, such that all processes have `variables` besides. What it
    /// says of one itself stays, but for lists of libraries: those begin with ours.
    std::vector<std::string> (*with_variables)(std::span<const std::string> words,
                                               std::span<const Variable> variables) = nullptr;
};

[[nodiscard]] const base::Registry<Launcher>& launchers();

}  // namespace causeway::mapping
