#include "completion_option.hpp"

namespace causeway::app {

using inter_cluster::Completion;

void CompletionOption::declare(command_line::Command& command) {
    command
        .option("--completion", name,
                "when clusters begin with what they do inside: sequential (after their last send) or overlapped (on "
                "arrival)")
        .propose({std::string(inter_cluster::name_of(Completion::kSequential)),
                  std::string(inter_cluster::name_of(Completion::kOverlapped))})
        .show_default();
}

Completion CompletionOption::value() const {
    return inter_cluster::completion_named(name, "--completion");
}

}  // namespace causeway::app
