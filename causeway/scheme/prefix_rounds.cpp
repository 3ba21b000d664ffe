#include "causeway/scheme/prefix_rounds.hpp"

#include <cstddef>
#include <numeric>

namespace causeway::scheme {

namespace {

using schedule::Message;
using schedule::ScanBlocks;

}  // namespace

Built scan_built(const Layout& layout, base::FunctionRef<void(const ScanBlocks&, schedule::Builder&)> fill) {
    Built built;
    built.num_blocks = 2 * layout.num_blocks;
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    fill(schedule::scan_blocks(built.num_blocks), builder);
    built.strands.push_back(builder.finish());
    return built;
}

std::vector<int> all_processes(const Layout& layout) {
    std::vector<int> processes(static_cast<std::size_t>(layout.processes));
    std::iota(processes.begin(), processes.end(), 0);
    return processes;
}

void combine_prefixes(const std::vector<int>& processes, const ScanBlocks& blocks, schedule::Builder& builder) {
    for (std::size_t distance = 1; distance < processes.size(); distance *= 2) {
        std::vector<Message> messages;
        for (std::size_t place = 0; place + distance < processes.size(); ++place) {
            messages.push_back({processes[place], processes[place + distance], blocks.results, true});
        }
        builder.round(messages);
    }
}

}  // namespace causeway::scheme
