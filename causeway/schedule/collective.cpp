#include "causeway/schedule/collective.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace causeway::schedule {

namespace {

using Holdings = std::vector<Holding>;

BlockRange all_blocks(const Schedule& schedule) {
    return {0, schedule.num_blocks};
}

std::vector<int> processes_before(int end) {
    std::vector<int> processes(static_cast<std::size_t>(end));
    std::iota(processes.begin(), processes.end(), 0);
    return processes;
}

std::vector<int> everybody(const Schedule& schedule) {
    return processes_before(schedule.num_processes());
}

/// Everybody's contribution to every block.
Holdings own_contribution(int process, const Schedule& schedule) {
    return {{all_blocks(schedule), {process}}};
}

/// Every block for which `is_of` says the process: as it comes from the source of the block.
Holdings blocks_of(int process, const std::vector<int>& of, const std::vector<int>& sources) {
    Holdings result;
    for (std::size_t b = 0; b < of.size(); ++b) {
        if (of[b] == process) {
            result.push_back({{static_cast<int>(b), 1}, {sources[b]}});
        }
    }
    return result;
}

Holdings every_block(const std::vector<int>& sources) {
    Holdings result;
    for (std::size_t b = 0; b < sources.size(); ++b) {
        result.push_back({{static_cast<int>(b), 1}, {sources[b]}});
    }
    return result;
}

}  // namespace

Collective broadcast(int root) {
    return {.name = "broadcast",
            .before = [root](int process, const Schedule& schedule) -> Holdings {
                return process == root ? Holdings{{all_blocks(schedule), {root}}} : Holdings{};
            },
            .after = [root](int, const Schedule& schedule) -> Holdings {
                return {{all_blocks(schedule), {root}}};
            }};
}

Collective reduce(int root) {
    return {.name = "reduce",
            .before = own_contribution,
            .after = [root](int process, const Schedule& schedule) -> Holdings {
                return process == root ? Holdings{{all_blocks(schedule), everybody(schedule)}} : Holdings{};
            }};
}

Collective allreduce() {
    return {.name = "allreduce", .before = own_contribution, .after = [](int, const Schedule& schedule) -> Holdings {
                return {{all_blocks(schedule), everybody(schedule)}};
            }};
}

Collective barrier() {
    Collective result = allreduce();
    result.name = "barrier";
    result.may_repeat = true;
    return result;
}

Collective gather(int root, std::vector<int> owners) {
    return {.name = "gather",
            .before = [owners](int process, const Schedule&) { return blocks_of(process, owners, owners); },
            .after = [root, owners](int process,
                                    const Schedule&) { return process == root ? every_block(owners) : Holdings{}; }};
}

Collective scatter(int root, std::vector<int> owners) {
    const std::vector<int> sources(owners.size(), root);
    return {.name = "scatter",
            .before = [root, sources](int process,
                                      const Schedule&) { return process == root ? every_block(sources) : Holdings{}; },
            .after = [owners, sources](int process, const Schedule&) { return blocks_of(process, owners, sources); }};
}

Collective allgather(std::vector<int> owners) {
    return {.name = "allgather",
            .before = [owners](int process, const Schedule&) { return blocks_of(process, owners, owners); },
            .after = [owners](int, const Schedule&) { return every_block(owners); }};
}

Collective allgather_up_to_self(std::vector<int> owners) {
    Collective result = allgather(owners);
    result.name = "allgather_up_to_self";
    result.after = [owners = std::move(owners)](int process, const Schedule&) {
        Holdings held = every_block(owners);
        held.erase(std::remove_if(held.begin(), held.end(),
                                  [process](const Holding& one) { return one.contributors.front() > process; }),
                   held.end());
        return held;
    };
    return result;
}

Collective alltoall(std::vector<int> sources, std::vector<int> destinations) {
    return {.name = "alltoall",
            .before = [sources](int process, const Schedule&) { return blocks_of(process, sources, sources); },
            .after = [sources, destinations](int process,
                                             const Schedule&) { return blocks_of(process, destinations, sources); }};
}

Collective neighbor_allgather(std::vector<int> owners, std::vector<std::vector<int>> receivers) {
    return {.name = "neighbor_allgather",
            .before = [owners](int process, const Schedule&) { return blocks_of(process, owners, owners); },
            .after =
                [owners, receivers](int process, const Schedule&) {
                    Holdings result;
                    for (std::size_t b = 0; b < owners.size(); ++b) {
                        const std::vector<int>& of_owner = receivers[static_cast<std::size_t>(owners[b])];
                        if (std::find(of_owner.begin(), of_owner.end(), process) != of_owner.end()) {
                            result.push_back({{static_cast<int>(b), 1}, {owners[b]}});
                        }
                    }
                    return result;
                }};
}

Collective reduce_scatter(std::vector<int> owners) {
    return {
        .name = "reduce_scatter", .before = own_contribution, .after = [owners](int process, const Schedule& schedule) {
            Holdings result;
            for (std::size_t b = 0; b < owners.size(); ++b) {
                if (owners[b] == process) {
                    result.push_back({{static_cast<int>(b), 1}, everybody(schedule)});
                }
            }
            return result;
        }};
}

ScanBlocks scan_blocks(int num_blocks) {
    return {{0, num_blocks / 2}, {num_blocks / 2, num_blocks / 2}};
}

Collective scan() {
    return {.name = "scan",
            .before = own_contribution,
            .after = [](int process, const Schedule& schedule) -> Holdings {
                return {{scan_blocks(schedule.num_blocks).results, processes_before(process + 1)}};
            },
            .is_in_order = true};
}

}  // namespace causeway::schedule
