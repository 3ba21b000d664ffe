/// How much work a search may do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace causeway::mapping {

struct PlacementEffort {
    /// Changes of the sum of costs looked up, or what takes as long, all starts together: a change of all terms of the
    /// objective takes some forty times as long. The answer depends on it, not on how fast the machine is. Absent: six
    /// hundred thousand for each process up to sixty million, and fifteen thousand for each if that is more.
    std::optional<std::int64_t> steps;
    std::uint64_t seed = 1;

    [[nodiscard]] std::int64_t steps_for(int num_processes) const {
        constexpr std::int64_t kPerProcess = 600'000;
        constexpr std::int64_t kUpTo = 60'000'000;
        constexpr std::int64_t kPerProcessOfMany = 15'000;
        return steps.value_or(
            std::max(std::min(num_processes * kPerProcess, kUpTo), num_processes * kPerProcessOfMany));
    }
};

}  // namespace causeway::mapping
