/// What the tests of strategies share: the numbers of processes, and what a strategy takes.
#pragma once

#include "causeway/model/grid_plogp.hpp"
#include "causeway/simulate/simulate.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"
#include "tests/support/exact_plogp.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <vector>

namespace causeway::strategy {

inline void PrintTo(const BroadcastStrategy* strategy, std::ostream* stream) {
    *stream << strategy->name;
}

inline constexpr int kProcesses[] = {1, 2, 3, 5, 7, 8, 9, 16, 17, 33, 64};
inline constexpr int kSegments[] = {1, 2, 3, 7, 16};

/// The degrees of a strategy for so many processes; one 0 for a strategy without.
inline std::vector<int> degrees_of(const BroadcastStrategy& strategy, int processes) {
    return strategy.degrees == nullptr ? std::vector<int>{0} : strategy.degrees(processes);
}

struct Times {
    Seconds predicted;
    Seconds simulated;
};

inline Times times_of(const BroadcastStrategy& strategy, const platform::Plogp& plogp, int processes, int degree,
                      Bytes message, Bytes segment) {
    const auto num_blocks = static_cast<int>(base::num_parts(message, segment));
    const schedule::Schedule schedule = strategy.build({processes, num_blocks, degree, std::nullopt});
    return {
        strategy.predict({plogp, processes, message, segment, degree}),
        simulate::run(schedule, model::ClusterPlogp(plogp, processes), {.total = message, .block = segment}).makespan};
}

}  // namespace causeway::strategy
