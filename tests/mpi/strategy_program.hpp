/// A strategy's program of one rank, and data to carry out.
#pragma once

#include "causeway/schedule/transforms.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <cstddef>
#include <numeric>
#include <vector>

namespace causeway::mpi {

/// The number of blocks to call a strategy with, when `wanted` are wanted.
inline int blocks_for(const strategy::BroadcastStrategy& strategy, int wanted) {
    return strategy.cut == strategy::Cut::kWhole ? 1 : wanted;
}

/// Degree 0 of strategies without one; else the smallest.
inline int degree_for(const strategy::BroadcastStrategy& strategy, int processes) {
    return strategy.degrees == nullptr ? 0 : strategy.degrees(processes).front();
}

/// The strategy's program of `rank` with `root` as process 0, among `size` ranks.
inline schedule::Program program_of(const strategy::BroadcastStrategy& strategy, int rank, int size, int root,
                                    int num_blocks) {
    std::vector<int> members(static_cast<std::size_t>(size));
    std::iota(members.begin(), members.end(), root);
    for (int& member : members) {
        member %= size;
    }
    const int relative = (rank - root + size) % size;
    schedule::Schedule schedule =
        embed(strategy.build({size, num_blocks, degree_for(strategy, size), relative}), members, size);
    return schedule.programs[static_cast<std::size_t>(rank)];
}

}  // namespace causeway::mpi
