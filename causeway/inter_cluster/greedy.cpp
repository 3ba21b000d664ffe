#include "causeway/inter_cluster/greedy.hpp"

#include <optional>

namespace causeway::inter_cluster {

namespace {

std::optional<Send> best_pair(const GreedyState& state, const Score& score) {
    const int n = state.problem.size();
    std::optional<Send> best;
    Seconds best_score = Seconds::infinity();
    for (int i = 0; i < n; ++i) {
        if (state.holds[static_cast<std::size_t>(i)] == 0) {
            continue;
        }
        for (int j = 0; j < n; ++j) {
            if (state.holds[static_cast<std::size_t>(j)] != 0) {
                continue;
            }
            const Seconds candidate = score(state, i, j);
            if (candidate < best_score) {
                best_score = candidate;
                best = Send{i, j};
            }
        }
    }
    return best;
}

}  // namespace

std::vector<Send> greedy(const Problem& problem, const Score& score) {
    const auto n = static_cast<std::size_t>(problem.size());
    GreedyState state{problem, std::vector<char>(n, 0), std::vector<Seconds>(n, Seconds::infinity())};
    state.holds[static_cast<std::size_t>(problem.root)] = 1;
    state.ready[static_cast<std::size_t>(problem.root)] = Seconds(0.0);
    std::vector<Send> sends;
    while (const auto pair = best_pair(state, score)) {
        const auto from = static_cast<std::size_t>(pair->from);
        const auto to = static_cast<std::size_t>(pair->to);
        state.holds[to] = 1;
        state.ready[to] = state.ready[from] + problem.transfer_time(pair->from, pair->to);
        state.ready[from] += problem.gap(pair->from, pair->to);
        sends.push_back(*pair);
    }
    return sends;
}

}  // namespace causeway::inter_cluster
