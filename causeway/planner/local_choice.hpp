/// The polyalgorithm inside a cluster: which strategy, and which segment size, by the closed forms.
#pragma once

#include "causeway/platform/platform.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::planner {

/// One strategy with its best segment and what its closed form says.
struct LocalPrediction {
    const strategy::BroadcastStrategy* strategy = nullptr;
    Bytes segment;  ///< the whole message when the strategy does not cut
    Seconds time;
};

/// Segment sizes worth a look for a pipeline through the whole grid: powers of two from 256 bytes to the message, at
/// most 2^17 segments; the message itself last. `smallest` raises the lower end.
[[nodiscard]] std::vector<Bytes> segment_sizes(Bytes message, Bytes smallest = Bytes(256));

/// Every strategy with the segment size that predicts the least time: first m / 2^i (rounded up to whole memory
/// words, 2^17 segments at most), then local hill climbing around the best of these (Steffenel, section 4.2;
/// Kielmann et al.). `segment` fixes it.
[[nodiscard]] std::vector<LocalPrediction> predict_strategies(const platform::Plogp& plogp, int processes,
                                                              Bytes message,
                                                              std::optional<Bytes> segment = std::nullopt);

/// The best of predict_strategies(); the first listed among equals.
[[nodiscard]] LocalPrediction best_strategy(const platform::Plogp& plogp, int processes, Bytes message,
                                            std::optional<Bytes> segment = std::nullopt);

}  // namespace causeway::planner
