/// Broadcasts from process 0 that the tests of this folder work on.
#pragma once

#include "causeway/schedule/schedule.hpp"
#include "causeway/schedule/transforms.hpp"

#include <optional>
#include <vector>

namespace causeway::schedule {

/// 0 -> 1 -> 2 -> ..., block after block.
inline Schedule chain(int num_processes, int num_blocks, std::optional<int> only = std::nullopt) {
    Builder builder(num_processes, 1, only);
    for (int p = 1; p < num_processes; ++p) {
        builder.transfer(p - 1, p, {0, 1});
    }
    return segment(builder.finish(), num_blocks);
}

/// Process p hears from p with its lowest bit cleared, all blocks at once.
inline Schedule tree(int num_processes, int num_blocks, std::optional<int> only = std::nullopt) {
    Builder builder(num_processes, num_blocks, only);
    for (int p = 1; p < num_processes; ++p) {
        builder.transfer(p & (p - 1), p, {0, num_blocks});
    }
    return builder.finish();
}

/// 0 gives each other process one block, which that process gives to the rest. One block fewer than
/// processes, at least two processes.
inline Schedule scatter_and_exchange(int num_processes, std::optional<int> only = std::nullopt) {
    Builder builder(num_processes, num_processes - 1, only);
    for (int p = 1; p < num_processes; ++p) {
        builder.transfer(0, p, {p - 1, 1});
    }
    for (int p = 1; p < num_processes; ++p) {
        for (int q = 1; q < num_processes; ++q) {
            if (p != q) {
                builder.transfer(p, q, {p - 1, 1});
            }
        }
    }
    return builder.finish();
}

/// The operations of one process in the order in which it carries them out.
inline std::vector<Action> operations_of(const Schedule& schedule, int process) {
    std::vector<Action> result;
    Cursor cursor(schedule.programs[static_cast<std::size_t>(process)], schedule.num_blocks);
    while (const auto operation = cursor.next()) {
        result.push_back(*operation);
    }
    return result;
}

/// The same schedule with every repetition written out.
inline Schedule unrolled(const Schedule& schedule) {
    Schedule result;
    result.num_blocks = schedule.num_blocks;
    for (int p = 0; p < schedule.num_processes(); ++p) {
        result.programs.push_back({{{.body = operations_of(schedule, p)}}});
    }
    return result;
}

/// `schedule` without the programs of all processes but one.
inline Schedule restricted(Schedule schedule, int process) {
    for (int p = 0; p < schedule.num_processes(); ++p) {
        if (p != process) {
            schedule.programs[static_cast<std::size_t>(p)] = {};
        }
    }
    return schedule;
}

}  // namespace causeway::schedule
