#include "causeway/inter_cluster/heuristic.hpp"

#include <array>
#include <chrono>

namespace causeway::inter_cluster {

#define CAUSEWAY_HEURISTIC(name) extern const Heuristic name;
#include "causeway/inter_cluster/heuristics.def"
#undef CAUSEWAY_HEURISTIC

const base::Registry<Heuristic>& heuristics() {
#define CAUSEWAY_HEURISTIC(name) &name,
    static constexpr std::array kMembers{
#include "causeway/inter_cluster/heuristics.def"
    };
#undef CAUSEWAY_HEURISTIC
    static constexpr base::Registry<Heuristic> kRegistry("heuristic", kMembers);
    return kRegistry;
}

OrderEffort effort_of(Completion completion, Seconds budget, std::uint64_t seed) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    OrderEffort effort;
    effort.completion = completion;
    effort.steps = std::numeric_limits<std::int64_t>::max();
    effort.time_used = [start, budget] {
        const std::chrono::duration<double> passed = Clock::now() - start;
        return budget > Seconds(0.0) ? Seconds(passed.count()) / budget : 1.0;
    };
    effort.seed = seed;
    return effort;
}

Answer solve(const Heuristic& heuristic, const ClusterProblem& problem, const OrderEffort& effort) {
    if (heuristic.improve != nullptr) {
        return heuristic.improve(problem, effort);
    }
    Answer answer;
    answer.sends = heuristic.order(problem);
    return answer;
}

}  // namespace causeway::inter_cluster
