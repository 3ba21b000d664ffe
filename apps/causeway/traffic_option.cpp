#include "traffic_option.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

namespace causeway::app {

void TrafficOptions::declare(command_line::Command& command) {
    command.flag("--collectives", with_collectives,
                 "count the messages of collective operations in, as far as the table has them");
    command.flag("--swapped-kinds", swapped_kinds,
                 "Open MPI's monitoring: E and I stand for each other, as some versions wrote them");
    command.option("--processes", num_processes, "how many there are, if the table does not name them all");
}

traffic::Recording TrafficOptions::read(std::span<const std::string> paths, traffic::Quantity single_quantity) const {
    if (num_processes && (*num_processes < 1 || *num_processes > traffic::kMostProcesses)) {
        throw base::InputError({.source = "--processes",
                                .place = {},
                                .found = fmt::format("{}", *num_processes),
                                .accepted = fmt::format("a whole number from 1 to {}", traffic::kMostProcesses)});
    }
    traffic::ReadOptions options;
    options.single_quantity = single_quantity;
    options.with_collectives = with_collectives;
    options.swapped_kinds = swapped_kinds;
    options.num_processes = num_processes;
    return traffic::read_recording(paths, options);
}

std::string ranges_text(const std::vector<int>& processes) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < processes.size();) {
        std::size_t end = i;
        while (end + 1 < processes.size() && processes[end + 1] == processes[end] + 1) {
            ++end;
        }
        parts.push_back(end == i ? fmt::format("{}", processes[i])
                                 : fmt::format("{}-{}", processes[i], processes[end]));
        i = end + 1;
    }
    return fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace causeway::app
