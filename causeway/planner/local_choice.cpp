#include "causeway/planner/local_choice.hpp"

#include "causeway/policy/choice.hpp"

#include <algorithm>

namespace causeway::planner {

namespace {

using strategy::BroadcastCase;
using strategy::Cut;
using strategy::TunedStrategy;

/// One strategy, degree included, in one cluster for one message.
struct Case {
    TunedStrategy tuned;
    const platform::Plogp& plogp;
    int processes;
    Bytes message;

    [[nodiscard]] Seconds time(Bytes segment) const {
        const BroadcastCase c{plogp, processes, message, segment, tuned.degree};
        return std::max(tuned.strategy->predict(c), time_of_medium(c));
    }

    /// Every process but the root gets every segment once: so many transfers pass the medium that they share.
    [[nodiscard]] static Seconds time_of_medium(const BroadcastCase& c) {
        return c.plogp.shared_gap && c.processes > 1
                   ? c.plogp.latency + (c.processes - 1) * c.num_segments() * c.plogp.shared_gap_of(c.segment)
                   : Seconds(0.0);
    }
};

/// The smallest segment of which `parts` cover the message: a larger one would cost more and save nothing.
Bytes segment_of(Bytes message, std::int64_t parts) {
    const std::int64_t units =
        base::num_parts(Bytes(base::num_parts(message, Bytes(parts))), Bytes(policy::kGranularity));
    return std::min(message, units * Bytes(policy::kGranularity));
}

/// From one number of segments to more or fewer while that helps, in steps that become smaller down to one.
LocalPrediction climb(LocalPrediction best, const Case& c) {
    const Bytes message = c.message;
    const std::int64_t most = std::min(policy::kMostSegments, base::num_parts(message, Bytes(policy::kGranularity)));
    std::int64_t parts = base::num_parts(message, best.segment);
    for (std::int64_t step = std::max<std::int64_t>(1, parts / 4); step >= 1;) {
        bool improved = false;
        for (const std::int64_t candidate : {parts - step, parts + step}) {
            if (candidate < 1 || candidate > most) {
                continue;
            }
            const Bytes segment = segment_of(message, candidate);
            const Seconds time = c.time(segment);
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

LocalPrediction predict_case(const Case& c, std::optional<Bytes> segment) {
    if (c.tuned.strategy->cut == Cut::kWhole) {
        return {c.tuned, c.message, c.time(c.message)};
    }
    if (c.tuned.strategy->cut == Cut::kPerProcess) {
        const Bytes part = segment_of(c.message, c.processes);
        return {c.tuned, part, c.time(part)};
    }
    if (segment) {
        return {c.tuned, *segment, c.time(*segment)};
    }
    LocalPrediction best{c.tuned, c.message, c.time(c.message)};
    for (std::int64_t parts = 2; parts <= policy::kMostSegments && parts <= c.message.value(); parts *= 2) {
        const Bytes candidate = segment_of(c.message, parts);
        const Seconds time = c.time(candidate);
        if (time < best.time) {
            best = {c.tuned, candidate, time};
        }
    }
    return climb(best, c);
}

}  // namespace

std::vector<Bytes> segment_sizes(Bytes message, Bytes smallest) {
    std::vector<Bytes> sizes;
    for (Bytes size = smallest; size < message; size = 2 * size) {
        if (base::num_parts(message, size) <= policy::kMostSegments) {
            sizes.push_back(size);
        }
    }
    sizes.push_back(std::max(message, Bytes(1)));
    return sizes;
}

LocalPrediction predict(const TunedStrategy& tuned, const platform::Plogp& plogp, int processes, Bytes message,
                        std::optional<Bytes> segment) {
    const Bytes size = std::max(message, Bytes(1));
    if (tuned.strategy->degrees == nullptr || tuned.degree > 0) {
        return predict_case({tuned, plogp, processes, size}, segment);
    }
    std::vector<LocalPrediction> all;
    for (const int degree : tuned.strategy->degrees(processes)) {
        all.push_back(predict_case({{tuned.strategy, degree}, plogp, processes, size}, segment));
    }
    return best_of(all);
}

std::vector<LocalPrediction> predict_strategies(const platform::Plogp& plogp, int processes, Bytes message,
                                                std::optional<Bytes> segment) {
    std::vector<LocalPrediction> result;
    for (const strategy::BroadcastStrategy* strategy : strategy::broadcast_strategies().members()) {
        result.push_back(predict({strategy}, plogp, processes, message, segment));
    }
    return result;
}

LocalPrediction best_of(const std::vector<LocalPrediction>& predictions) {
    return *std::min_element(predictions.begin(), predictions.end(),
                             [](const LocalPrediction& a, const LocalPrediction& b) { return a.time < b.time; });
}

}  // namespace causeway::planner
