#include "causeway/scheme/prefix_rounds.hpp"

#include <cstddef>
#include <numeric>

namespace causeway::scheme {

namespace {

using schedule::Message;
using schedule::ScanBlocks;

}  // namespace

Built built_for_scan(const Layout& layout) {
    Built built;
    built.num_blocks = 2 * layout.num_blocks;
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

std::vector<Run> runs_of(const Layout& layout) {
    std::vector<Run> runs;
    for (int process = 0; process < layout.processes; ++process) {
        const auto cluster_of = [&](int one) {
            return layout.cluster_of_process.empty() ? 0 : layout.cluster_of_process[static_cast<std::size_t>(one)];
        };
        if (process == 0 || cluster_of(process) != cluster_of(process - 1)) {
            runs.emplace_back();
        }
        runs.back().push_back(process);
    }
    return runs;
}

void combine_at_last(const Run& run, const ScanBlocks& blocks, schedule::Builder& builder) {
    const std::size_t size = run.size();
    for (std::size_t distance = 1; distance < size; distance *= 2) {
        for (std::size_t to_last = 0; to_last + distance < size; to_last += 2 * distance) {
            builder.reduce(run[size - 1 - to_last - distance], run[size - 1 - to_last], blocks.totals);
        }
    }
}

void send_totals_ahead(const std::vector<Run>& runs, const ScanBlocks& blocks, schedule::Builder& builder) {
    for (std::size_t distance = 1; distance < runs.size(); ++distance) {
        std::vector<Message> messages;
        for (std::size_t run = 0; run + distance < runs.size(); ++run) {
            messages.push_back(
                {runs[run].back(), runs[run + distance].front(), blocks.totals, true, blocks.results.first});
        }
        builder.round(messages);
    }
}

}  // namespace causeway::scheme
