/// Early Completion Edge First: next comes the transfer that can be over first.
///
///     score(i, j) = RT_i + g_ij + L_ij
///
/// Source: Bhat, Raghavendra, Prasanna; Steffenel, section 5.3.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds score(const GreedyState& state, int i, int j) {
    return state.ready[static_cast<std::size_t>(i)] + state.problem.transfer_time(i, j);
}

std::vector<Send> order(const Problem& problem) {
    return greedy(problem, score);
}

}  // namespace

extern constexpr Heuristic ecef{
    .name = "ecef",
    .summary = "next comes the transfer that can be over first",
    .source = "Bhat et al.; Steffenel, section 5.3",
    .order = order,
};

}  // namespace causeway::inter_cluster
