#include "causeway/planner/local_choice.hpp"

#include <algorithm>

namespace causeway::planner {

namespace {

using strategy::BroadcastCase;
using strategy::BroadcastStrategy;

/// Segments are whole multiples of this, so that blocks begin where memory copies are fast.
constexpr std::int64_t kGranularity = 64;
constexpr std::int64_t kMostSegments = std::int64_t{1} << 17U;

Seconds time_of(const BroadcastStrategy& strategy, const platform::Plogp& plogp, int processes, Bytes message,
                Bytes segment) {
    return strategy.predict(BroadcastCase{plogp, processes, message, segment});
}

/// The smallest segment of which `parts` cover the message: a larger one would cost more and save nothing.
Bytes segment_of(Bytes message, std::int64_t parts) {
    const std::int64_t units = base::num_parts(Bytes(base::num_parts(message, Bytes(parts))), Bytes(kGranularity));
    return std::min(message, units * Bytes(kGranularity));
}

/// From one number of segments to more or fewer while that helps, in steps that become smaller down to one.
LocalPrediction climb(LocalPrediction best, const platform::Plogp& plogp, int processes, Bytes message) {
    const std::int64_t most = std::min(kMostSegments, base::num_parts(message, Bytes(kGranularity)));
    std::int64_t parts = base::num_parts(message, best.segment);
    for (std::int64_t step = std::max<std::int64_t>(1, parts / 4); step >= 1;) {
        bool improved = false;
        for (const std::int64_t candidate : {parts - step, parts + step}) {
            if (candidate < 1 || candidate > most) {
                continue;
            }
            const Bytes segment = segment_of(message, candidate);
            const Seconds time = time_of(*best.strategy, plogp, processes, message, segment);
            if (time < best.time) {
                best.segment = segment;
                best.time = time;
                parts = candidate;
                improved = true;
                break;
            }
        }
        if (!improved) {
            step /= 2;
        }
    }
    return best;
}

LocalPrediction predict_one(const BroadcastStrategy& strategy, const platform::Plogp& plogp, int processes,
                            Bytes message, std::optional<Bytes> segment) {
    if (!strategy.segmented) {
        return {&strategy, message, time_of(strategy, plogp, processes, message, message)};
    }
    if (segment) {
        return {&strategy, *segment, time_of(strategy, plogp, processes, message, *segment)};
    }
    LocalPrediction best{&strategy, message, time_of(strategy, plogp, processes, message, message)};
    for (std::int64_t parts = 2; parts <= kMostSegments && parts * kGranularity <= message.value(); parts *= 2) {
        const Bytes candidate = segment_of(message, parts);
        const Seconds time = time_of(strategy, plogp, processes, message, candidate);
        if (time < best.time) {
            best = {&strategy, candidate, time};
        }
    }
    return climb(best, plogp, processes, message);
}

}  // namespace

std::vector<Bytes> segment_sizes(Bytes message, Bytes smallest) {
    std::vector<Bytes> sizes;
    for (Bytes size = smallest; size < message; size = 2 * size) {
        if (base::num_parts(message, size) <= kMostSegments) {
            sizes.push_back(size);
        }
    }
    sizes.push_back(std::max(message, Bytes(1)));
    return sizes;
}

std::vector<LocalPrediction> predict_strategies(const platform::Plogp& plogp, int processes, Bytes message,
                                                std::optional<Bytes> segment) {
    std::vector<LocalPrediction> result;
    for (const BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        result.push_back(predict_one(*strategy, plogp, processes, std::max(message, Bytes(1)), segment));
    }
    return result;
}

LocalPrediction best_strategy(const platform::Plogp& plogp, int processes, Bytes message,
                              std::optional<Bytes> segment) {
    const std::vector<LocalPrediction> all = predict_strategies(plogp, processes, message, segment);
    return *std::min_element(all.begin(), all.end(),
                             [](const LocalPrediction& a, const LocalPrediction& b) { return a.time < b.time; });
}

}  // namespace causeway::planner
