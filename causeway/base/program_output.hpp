/// What another program says.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace causeway::base {

struct ProgramOutput {
    std::string text;
    bool succeeded = false;  ///< it ended by itself, with exit code 0
};

/// What is listened to; the rest goes where our own goes.
enum class Streams { kOutput, kOutputAndErrors };

/// Runs `program`, which is looked for on the PATH if it is no path, without any input, and waits for its end. None
/// when it cannot be started. Throws Error when it cannot be heard.
[[nodiscard]] std::optional<ProgramOutput> output_of(std::string program, std::vector<std::string> arguments,
                                                     Streams streams);

}  // namespace causeway::base
