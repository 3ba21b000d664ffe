/// `--completion` of the verbs that order clusters.
#pragma once

#include "causeway/inter_cluster/cluster_problem.hpp"

#include "apps/command_line/command.hpp"

#include <string>

namespace causeway::app {

struct CompletionOption {
    std::string name{inter_cluster::name_of(inter_cluster::Completion::kSequential)};

    /// --completion
    void declare(command_line::Command& command);
    /// Throws InputError.
    [[nodiscard]] inter_cluster::Completion value() const;
};

}  // namespace causeway::app
