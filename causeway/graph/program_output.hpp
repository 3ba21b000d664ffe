/// What another program of ours says.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace causeway::graph {

struct ProgramOutput {
    std::string text;        ///< of standard output
    bool succeeded = false;  ///< it ended by itself, with exit code 0
};

/// Runs `name`, which is looked for beside the running program and then on the PATH, and waits for its end. None when
/// there is no such program. Throws Error when the system cannot run it.
[[nodiscard]] std::optional<ProgramOutput> output_of(const std::string& name, std::vector<std::string> arguments);

}  // namespace causeway::graph
