#include "causeway/inter_cluster/threshold_accepting.hpp"

#include "causeway/base/random.hpp"
#include "causeway/base/shortest_ways.hpp"
#include "causeway/inter_cluster/timed_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace causeway::inter_cluster {

namespace {

/// By how much of the makespan a change may worsen it at first. Found by trial on grids of 10 to 50 clusters
/// (Steffenel's Table 3): from half to twice as much the results hardly differ.
constexpr double kFirstThreshold = 0.012;
/// Clocks are slow beside a step.
constexpr std::int64_t kChangesPerLookAtTheClock = 64;

/// One cluster gets another sender; or, with `other`, two clusters trade senders.
struct Change {
    int cluster = 0;
    int sender = 0;
    std::optional<int> other;
};

class Search {
public:
    Search(const ClusterProblem& problem, const std::vector<Send>& start, const OrderEffort& effort)
        : problem_(problem),
          effort_(effort),
          random_(effort.seed),
          tree_(problem, start, effort.completion),
          best_sends_(start),
          best_(evaluate(problem, start, effort.completion).makespan),
          bound_(simple_bound(problem, effort.completion)) {}

    Answer run() {
        Answer answer;
        remember_if_better();
        const double first_threshold = kFirstThreshold * best_.value();
        critical_ = tree_.critical();
        double used = 0.0;
        // Of one or two clusters there is one schedule only.
        while (problem_.size() > 2 && best_ > bound_) {
            if (answer.steps % kChangesPerLookAtTheClock == 0) {
                used = static_cast<double>(answer.steps) / static_cast<double>(effort_.steps);
                if (effort_.time_used) {
                    used = std::max(used, effort_.time_used());
                }
            }
            if (used >= 1.0 || answer.steps >= effort_.steps) {
                answer.stopped_early = true;
                break;
            }
            ++answer.steps;
            const double threshold = first_threshold * (1.0 - used) * (1.0 - used);
            try_change(tree_.makespan() + Seconds(threshold * random_.between(0.0, 1.0)));
        }
        answer.sends = best_sends_;
        answer.lower_bound = std::min(bound_, best_);
        return answer;
    }

private:
    /// A change that is possible, else none.
    std::optional<Change> draw() {
        const int n = problem_.size();
        const bool anywhere = random_.below(2) == 0;
        const int cluster =
            anywhere ? random_.below(n)
                     : critical_[static_cast<std::size_t>(random_.below(static_cast<int>(critical_.size())))];
        const bool trade = random_.below(10) < 3;
        const int partner = random_.below(n);
        if (cluster == problem_.root || partner == cluster || tree_.is_below(partner, cluster)) {
            return std::nullopt;
        }
        const int sender = trade ? tree_.parent(partner) : partner;
        const int before = tree_.parent(cluster);
        if ((trade && partner == problem_.root) || sender == before || !joined(sender, cluster)) {
            return std::nullopt;
        }
        if (!trade) {
            return Change{cluster, sender, std::nullopt};
        }
        if (tree_.is_below(cluster, partner) || !joined(before, partner)) {
            return std::nullopt;
        }
        return Change{cluster, sender, partner};
    }

    /// Carries out one change, and takes it back if the makespan then exceeds `limit`.
    void try_change(Seconds limit) {
        const std::optional<Change> change = draw();
        if (!change) {
            return;
        }
        const int before = tree_.parent(change->cluster);
        tree_.move(change->cluster, change->sender);
        if (change->other) {
            tree_.move(*change->other, before);
        }
        if (tree_.makespan() <= limit) {
            critical_ = tree_.critical();
            remember_if_better();
            return;
        }
        tree_.move(change->cluster, before);
        if (change->other) {
            tree_.move(*change->other, change->sender);
        }
    }

    /// The tree adds times up in another order than `evaluate`, whose word counts.
    void remember_if_better() {
        if (tree_.makespan() < best_) {
            std::vector<Send> sends = tree_.sends();
            const Seconds makespan = evaluate(problem_, sends, effort_.completion).makespan;
            if (makespan < best_) {
                best_ = makespan;
                best_sends_ = std::move(sends);
            }
        }
    }

    [[nodiscard]] bool joined(int from, int to) const { return problem_.transfer_time(from, to) < Seconds::infinity(); }

    const ClusterProblem& problem_;
    const OrderEffort& effort_;
    base::Random random_;
    TimedTree tree_;
    std::vector<Send> best_sends_;
    Seconds best_;
    Seconds bound_;
    std::vector<int> critical_;
};

}  // namespace

std::vector<Send> best_constructed(const ClusterProblem& problem, const OrderEffort& effort) {
    constexpr double kShareOfTime = 0.25;
    std::vector<Send> best;
    Seconds least = Seconds::infinity();
    // The ECEF family, usually the best, comes early in the list.
    for (const Heuristic* heuristic : heuristics().members()) {
        if (heuristic->improve != nullptr ||
            (least < Seconds::infinity() && effort.time_used && effort.time_used() > kShareOfTime)) {
            continue;
        }
        std::vector<Send> sends = heuristic->order(problem);
        const bool reaches_all = sends.size() + 1 == static_cast<std::size_t>(problem.size());
        const Seconds makespan = evaluate(problem, sends, effort.completion).makespan;
        const bool is_first = best.size() + 1 < static_cast<std::size_t>(problem.size());
        if (reaches_all && (is_first || makespan < least)) {
            least = makespan;
            best = std::move(sends);
        }
    }
    return best;
}

Answer improved(const ClusterProblem& problem, const std::vector<Send>& start, const OrderEffort& effort) {
    return Search(problem, start, effort).run();
}

Seconds simple_bound(const ClusterProblem& problem, Completion completion) {
    const auto n = static_cast<std::size_t>(problem.size());
    const base::ShortestWays<Seconds> ways = base::shortest_ways<Seconds>(
        n, problem.root, {Seconds(0.0), Seconds::infinity()}, [&](int from, Seconds reached, const auto& reach) {
            for (int to = 0; to < problem.size(); ++to) {
                reach(to, from, reached + problem.transfer_time(from, to));
            }
        });
    Seconds bound;
    for (std::size_t j = 0; j < n; ++j) {
        bound = std::max(bound, ways.cost[j] + problem.local_time[j]);
    }
    if (n > 1) {
        Seconds first_send = Seconds::infinity();
        for (int j = 0; j < problem.size(); ++j) {
            if (j != problem.root) {
                first_send = std::min(first_send, problem.gap(problem.root, j));
            }
        }
        const Seconds local_time = problem.local_time[static_cast<std::size_t>(problem.root)];
        bound = std::max(bound, completion == Completion::kSequential ? first_send + local_time : first_send);
    }
    return bound;
}

}  // namespace causeway::inter_cluster
