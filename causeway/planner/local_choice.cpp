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

/// Steps of an eighth of the segment up and down while they help.
LocalPrediction climb(LocalPrediction start, const platform::Plogp& plogp, int processes, Bytes message) {
    LocalPrediction best = start;
    bool improved = true;
    while (improved) {
        improved = false;
        const std::int64_t step = std::max(kGranularity, best.segment.value() / 8 / kGranularity * kGranularity);
        for (const std::int64_t candidate : {best.segment.value() - step, best.segment.value() + step}) {
            if (candidate < kGranularity || candidate >= message.value() ||
                base::num_parts(message, Bytes(candidate)) > kMostSegments) {
                continue;
            }
            const Seconds time = time_of(*best.strategy, plogp, processes, message, Bytes(candidate));
            if (time < best.time) {
                best.segment = Bytes(candidate);
                best.time = time;
                improved = true;
                break;
            }
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
    for (const Bytes candidate : segment_sizes(message)) {
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
