#include "causeway/planner/cluster_path.hpp"

#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace causeway::planner {

namespace {

using inter_cluster::ClusterProblem;
using inter_cluster::Send;

Seconds path_time(const ClusterProblem& problem, const std::vector<int>& order, std::int64_t segments) {
    Seconds fill;
    Seconds largest_gap;
    for (std::size_t i = 1; i < order.size(); ++i) {
        fill += problem.transfer_time(order[i - 1], order[i]);
        largest_gap = std::max(largest_gap, problem.gap(order[i - 1], order[i]));
    }
    return fill + static_cast<double>(segments - 1) * largest_gap;
}

std::vector<int> others(const ClusterProblem& problem) {
    std::vector<int> result;
    for (int c = 0; c < problem.size(); ++c) {
        if (c != problem.root) {
            result.push_back(c);
        }
    }
    return result;
}

std::vector<int> with_root(const ClusterProblem& problem, const std::vector<int>& rest) {
    std::vector<int> order{problem.root};
    order.insert(order.end(), rest.begin(), rest.end());
    return order;
}

std::optional<std::vector<int>> best_of_all(const ClusterProblem& problem, std::int64_t segments) {
    std::vector<int> rest = others(problem);
    std::optional<std::vector<int>> best;
    Seconds best_time = Seconds::infinity();
    do {
        std::vector<int> order = with_root(problem, rest);
        const Seconds time = path_time(problem, order, segments);
        if (time < best_time) {
            best_time = time;
            best = std::move(order);
        }
    } while (std::next_permutation(rest.begin(), rest.end()));
    return best;
}

std::optional<std::vector<int>> nearest_next(const ClusterProblem& problem) {
    std::vector<int> order{problem.root};
    std::vector<int> rest = others(problem);
    while (!rest.empty()) {
        const int here = order.back();
        const auto next = std::min_element(rest.begin(), rest.end(), [&](int a, int b) {
            return problem.transfer_time(here, a) < problem.transfer_time(here, b);
        });
        if (problem.transfer_time(here, *next) == Seconds::infinity()) {
            return std::nullopt;
        }
        order.push_back(*next);
        rest.erase(next);
    }
    return order;
}

}  // namespace

std::vector<Send> best_path(const ClusterProblem& problem, std::int64_t segments) {
    const std::optional<std::vector<int>> order =
        problem.size() <= policy::kMostExhaustive ? best_of_all(problem, segments) : nearest_next(problem);
    std::vector<Send> sends;
    for (std::size_t i = 1; order && i < order->size(); ++i) {
        sends.push_back({(*order)[i - 1], (*order)[i]});
    }
    return sends;
}

}  // namespace causeway::planner
