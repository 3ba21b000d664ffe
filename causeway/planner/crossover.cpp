#include "causeway/planner/crossover.hpp"

#include "causeway/planner/planner.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>

namespace causeway::planner {

namespace {

Seconds best_time(const Decision& decision, plan::Shape shape) {
    Seconds best = Seconds::infinity();
    for (const Candidate& candidate : decision.ranking) {
        if (candidate.plan.scheme != nullptr && candidate.plan.trees.front().shape == shape) {
            best = std::min(best, candidate.time);
        }
    }
    return best;
}

}  // namespace

std::optional<Bytes> pipelines_from(const platform::Platform& platform, const platform::Placement& placement,
                                    int root) {
    const auto is_pipeline_faster = [&](Bytes message) {
        Request request;
        request.root = root;
        request.message = message;
        // Neither of the two: not to be simulated.
        request.measured_native = Seconds::infinity();
        request.several_coordinators = false;
        const Decision decision = decide(platform, placement, request);
        return best_time(decision, plan::Shape::kPipeline) < best_time(decision, plan::Shape::kTwoLevel);
    };
    // Downwards from the largest, where pipelines are at their best, to the first size at which they lose.
    if (!is_pipeline_faster(policy::kLargestCrossover)) {
        return std::nullopt;
    }
    Bytes wins = policy::kLargestCrossover;
    Bytes loses(0);
    while (loses == Bytes(0) && wins > policy::kSmallestCrossover) {
        const Bytes half(wins.value() / 2);
        (is_pipeline_faster(half) ? wins : loses) = half;
    }
    while (loses > Bytes(0) &&
           static_cast<double>(wins.value()) > policy::kCloseCrossover * static_cast<double>(loses.value())) {
        const Bytes middle((wins.value() + loses.value()) / 2);
        (is_pipeline_faster(middle) ? wins : loses) = middle;
    }
    return wins;
}

}  // namespace causeway::planner
