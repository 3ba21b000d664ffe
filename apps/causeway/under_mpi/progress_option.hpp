/// `--progress` of the verbs that run under mpirun, which is hardly ever a terminal's.
#pragma once

#include "causeway/report/progress.hpp"

#include "apps/command_line/command.hpp"

namespace causeway::app {

struct ProgressOption {
    bool is_wanted = false;

    /// --progress
    void declare(command_line::Command& command);
    [[nodiscard]] report::WithoutTerminal without_terminal() const;
};

}  // namespace causeway::app
