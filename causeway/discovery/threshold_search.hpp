/// From which size on blocking sends wait for their receivers: found by bisection.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/base/units.hpp"

#include <optional>

namespace causeway::discovery {

/// What is known of the size S up to which a blocking send returns although nobody receives.
struct SendThreshold {
    std::optional<Bytes> at_most;  ///< sends of this size return at once; absent: not even the shortest does
    std::optional<Bytes> above;    ///< sends of this size wait; absent: not even the longest that was tried does

    friend bool operator==(const SendThreshold&, const SendThreshold&) = default;
};

/// Looks from 1 byte to `longest` (1 at least), first for the power of two, then between two of them to a 32nd of the
/// size. Asks `waits` for log2(log2(longest)) + 9 sizes at most, and for the two that it ends with a second time; where
/// these answers differ from the first ones a look was disturbed, and all is looked for a second time, and no more.
/// Deterministic: processes whose `waits` answers alike ask for the same sizes.
[[nodiscard]] SendThreshold search_send_threshold(Bytes longest, base::FunctionRef<bool(Bytes)> waits);

}  // namespace causeway::discovery
