/// How much work a search may do.
#pragma once

#include <cstdint>
#include <optional>

namespace causeway::mapping {

struct PlacementEffort {
    /// Changes of the sum of costs looked up, or what takes as long, all starts together: a change of all terms of the
    /// objective takes some forty times as long. The answer depends on it, not on how fast the machine is. Absent:
    /// sixty million, fifteen thousand for each process beyond four thousand.
    std::optional<std::int64_t> steps;
    std::uint64_t seed = 1;

    [[nodiscard]] std::int64_t steps_for(int num_processes) const {
        constexpr std::int64_t kLeast = 60'000'000;
        constexpr std::int64_t kPerProcess = 15'000;
        return steps.value_or(num_processes * kPerProcess > kLeast ? num_processes * kPerProcess : kLeast);
    }
};

}  // namespace causeway::mapping
