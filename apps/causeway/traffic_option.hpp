/// The options of verbs that read a communication table.
#pragma once

#include "causeway/traffic/format/format.hpp"

#include "apps/command_line/command.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace causeway::app {

struct TrafficOptions {
    bool with_collectives = false;
    bool swapped_kinds = false;
    std::optional<int> num_processes;

    /// --collectives, --swapped-kinds, --processes
    void declare(command_line::Command& command);

    /// The table in the files. `single_quantity`: what the numbers of a matrix are. Throws InputError.
    [[nodiscard]] traffic::Recording read(std::span<const std::string> paths, traffic::Quantity single_quantity) const;
};

/// Numbers in the words of people: "0-3 6 8-9"; `processes` ascending.
[[nodiscard]] std::string ranges_text(const std::vector<int>& processes);

}  // namespace causeway::app
