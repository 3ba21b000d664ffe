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
    strategy::TunedStrategy tuned;
    Bytes segment;  ///< the whole message when the strategy does not cut
    Seconds time;
};

/// Segment sizes worth a look for a pipeline through the whole grid: powers of two from 256 bytes to the message, at
/// most 2^17 segments; the message itself last. `smallest` raises the lower end.
[[nodiscard]] std::vector<Bytes> segment_sizes(Bytes message, Bytes smallest = Bytes(256));

/// One strategy with the degree (where it has one and none is given) and segment size that predict the least time. Of
/// segment sizes first m / 2^i (rounded up to whole memory words, 2^17 segments at most), then local hill climbing
/// around the best of these (Steffenel, section 4.2; Kielmann et al.); `segment` fixes it.
[[nodiscard]] LocalPrediction predict(const strategy::TunedStrategy& tuned, const platform::Plogp& plogp, int processes,
                                      Bytes message, std::optional<Bytes> segment = std::nullopt);

/// predict() for every strategy.
[[nodiscard]] std::vector<LocalPrediction> predict_strategies(const platform::Plogp& plogp, int processes,
                                                              Bytes message,
                                                              std::optional<Bytes> segment = std::nullopt);

/// The fastest; the first listed among equals. `predictions` is not empty.
[[nodiscard]] LocalPrediction best_of(const std::vector<LocalPrediction>& predictions);

}  // namespace causeway::planner
