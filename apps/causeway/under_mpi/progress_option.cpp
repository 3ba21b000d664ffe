#include "progress_option.hpp"

namespace causeway::app {

void ProgressOption::declare(command_line::Command& command) {
    command.flag("--progress", is_wanted,
                 "say every five seconds how far it is, where the launcher leaves no terminal to draw a bar on");
}

report::WithoutTerminal ProgressOption::without_terminal() const {
    return is_wanted ? report::WithoutTerminal::kLines : report::WithoutTerminal::kNothing;
}

}  // namespace causeway::app
