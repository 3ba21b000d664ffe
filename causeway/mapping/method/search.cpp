/// Ours: which cluster, then which host, by simulated annealing from several beginnings, then all together; never worse
/// than the placements it begins with.
///
/// - Clusters as places: straight down from the dendrogram's placement and from those of launchers; annealing from hot
///   by the sum of costs alone, then by the objective, each two times or more; annealing from warm from the best of all
///   these.
/// - Inside every cluster of several places the same with its hosts, all other processes staying in their clusters.
/// - All places at once, if there was such a cluster: annealing from hot, and from warm from the best so far.
///
/// A step that ends above where it began is forgotten. All of that is done by the sum of costs alone, too, which is
/// cheap: what that finds is taken unless the objective gains a tenth by more traffic. Its terms are not known better
/// than that.
///
/// Source: Kirkpatrick, Gelatt, Vecchi (1983) for annealing; the levels are ours.
#include "causeway/base/index.hpp"
#include "causeway/base/random.hpp"
#include "causeway/mapping/annealing.hpp"
#include "causeway/mapping/branches.hpp"
#include "causeway/mapping/method/method.hpp"
#include "causeway/mapping/placement_by_levels.hpp"
#include "causeway/mapping/pouring.hpp"
#include "causeway/mapping/whole_places.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace causeway::mapping {

namespace {

using base::at;

/// Steps of an annealing beyond which another one brings more than a longer one, by the sum and by all terms, and how
/// many there are.
constexpr std::int64_t kStepsPerProcessBySum = 2500;
constexpr std::int64_t kStepsPerProcess = 100'000;
constexpr std::int64_t kLeastTimes = 2;
constexpr std::int64_t kMostTimes = 12;

/// How often to anneal with so many steps altogether.
std::int64_t times_for(std::int64_t steps, std::int64_t steps_per_process, std::size_t num_processes) {
    const std::int64_t enough = steps_per_process * static_cast<std::int64_t>(std::max<std::size_t>(num_processes, 1));
    return std::clamp<std::int64_t>(steps / enough, kLeastTimes, kMostTimes);
}

/// So many times the least may the objective of a placement be that moves less.
constexpr double kWorthLessTraffic = 1.1;

/// The best placement found so far on one target.
class Best {
public:
    Best(const Talks& talks, const Target& target, Terms terms) : talks_(talks), target_(target), terms_(terms) {}

    void consider(std::vector<int> place_of) {
        const PlacementCost all = cost_at(talks_, target_, place_of);
        const Seconds cost = terms_ == Terms::kSum ? all.sum : all.objective();
        if (cost < cost_) {
            cost_ = cost;
            place_of_ = std::move(place_of);
        }
    }
    [[nodiscard]] const std::vector<int>& places() const { return place_of_; }

private:
    const Talks& talks_;
    const Target& target_;
    Terms terms_;
    Seconds cost_ = Seconds::infinity();
    std::vector<int> place_of_;
};

/// A level at which to search: who may go where, all others staying.
struct Level {
    const Talks& talks;
    const Target& target;
    Scope scope;
    std::vector<std::vector<int>> branches;  ///< branches_of()
    Terms terms = Terms::kAll;
};

/// Straight down from a placement, and once more when whole places, then branches, have been exchanged.
void descend_search(Best& best, const Level& level, std::vector<int> place_of, std::int64_t steps) {
    Assignment straight(level.talks, level.target, std::move(place_of), level.terms);
    descend(straight, level.scope, steps);
    best.consider(straight.places());
    if (level.terms == Terms::kSum) {
        return;
    }
    Assignment exchanged(level.talks, level.target,
                         with_places_exchanged(level.talks, level.target, straight.places(), level.scope.num_places));
    descend(exchanged, level.scope, steps);
    exchange_branches(exchanged, level.scope, level.branches, steps);
    descend(exchanged, level.scope, steps);
    best.consider(exchanged.places());
}

/// The same when it was annealed by the sum alone, from the best so far.
void improve_by_sum(Best& best, const Level& level, std::int64_t steps, base::Random& random) {
    Assignment annealed(level.talks, level.target, best.places(), Terms::kSum);
    anneal(annealed, level.scope, Heat::kHot, steps, random);
    descend(annealed, level.scope, steps);
    descend_search(best, level, annealed.places(), steps);
}

/// From the best so far, by annealing by all terms, then as above.
void improve_search(Best& best, const Level& level, Heat heat, std::int64_t steps, base::Random& random) {
    Assignment annealed(level.talks, level.target, best.places(), level.terms);
    anneal(annealed, level.scope, heat, steps, random);
    descend_search(best, level, annealed.places(), steps);
}

/// Straight down from each beginning, then annealings: the first two of the above.
std::vector<int> solve(const Level& level, std::vector<std::vector<int>> beginnings, std::int64_t steps,
                       base::Random& random) {
    Best best(level.talks, level.target, level.terms);
    for (std::vector<int>& beginning : beginnings) {
        best.consider(beginning);
        Assignment assignment(level.talks, level.target, std::move(beginning), level.terms);
        descend(assignment, level.scope, steps / 8);
        exchange_branches(assignment, level.scope, level.branches, steps / 8);
        best.consider(assignment.places());
    }
    if (level.scope.num_places > 1) {
        // Where processes are few, one annealing ends early in some valley, and another in another.
        const std::size_t processes = level.scope.processes.size();
        const std::int64_t by_sum = times_for(steps / 8, kStepsPerProcessBySum, processes);
        for (std::int64_t time = 0; time < by_sum; ++time) {
            improve_by_sum(best, level, steps / 8 / by_sum, random);
        }
        const std::int64_t times = times_for(steps * 3 / 8, kStepsPerProcess, processes);
        for (std::int64_t time = 0; time < times; ++time) {
            improve_search(best, level, Heat::kHot, steps * 3 / 8 / times, random);
        }
        improve_search(best, level, Heat::kWarm, steps / 4, random);
    }
    return best.places();
}

/// The places of all processes among the hosts, which those in one cluster change with each other.
std::vector<int> improved_inside(const PlacementProblem& problem, int cluster,
                                 const std::vector<std::vector<int>>& branches, std::vector<int> place_of,
                                 std::int64_t steps, Terms terms, base::Random& random) {
    const Target inside = Target::inside(cluster, problem.hosts, problem.clusters);
    const std::vector<int> place_of_slot = inside.place_of_slot();
    Level level{problem.talks, inside, {}, branches, terms};
    std::vector<int> place_inside;  // [process]
    for (int process = 0; process < problem.num_processes(); ++process) {
        const Place& place = problem.hosts.place(place_of[at(process)]);
        place_inside.push_back(place_of_slot[at(place.slots.front())]);
        if (place.cluster == cluster) {
            level.scope.processes.push_back(process);
        }
    }
    level.scope.num_places = static_cast<int>(
        std::ranges::count_if(inside.places(), [&](const Place& place) { return place.cluster == cluster; }));
    if (level.scope.num_places < 2) {
        return place_of;
    }
    const std::int64_t share =
        steps * static_cast<std::int64_t>(level.scope.processes.size()) / std::max(problem.num_processes(), 1);
    const std::vector<int> place_of_hosts_slot = problem.hosts.place_of_slot();
    place_inside = solve(level, {std::move(place_inside)}, share, random);
    for (const int process : level.scope.processes) {
        place_of[at(process)] = place_of_hosts_slot[at(inside.place(place_inside[at(process)]).slots.front())];
    }
    return place_of;
}

/// What a search begins with, whatever it goes by.
struct Beginnings {
    std::vector<std::vector<int>> launched;  ///< slots of placements
    std::vector<std::vector<int>> clusters;  ///< of all processes
    std::vector<std::vector<int>> branches;  ///< branches_of()
};

Beginnings beginnings_of(const PlacementProblem& problem, const PlacementEffort& effort) {
    Beginnings result;
    for (const char* name : {"identity", "round-robin"}) {
        result.launched.push_back(methods().at(name, "search").place(problem, effort));
        result.clusters.push_back(places_of(problem.clusters, result.launched.back()));
    }
    result.clusters.push_back(pour(problem.talks, problem.clusters));
    result.branches = branches_of(problem.talks, problem.hosts);
    return result;
}

/// The places of all processes among the hosts.
std::vector<int> best_by(Terms terms, const PlacementProblem& problem, const Beginnings& beginnings, std::int64_t steps,
                         std::uint64_t seed) {
    base::Random random(seed);
    const std::vector<std::vector<int>>& branches = beginnings.branches;
    const std::vector<int> in_clusters =
        solve({problem.talks, problem.clusters, Scope::all(problem.num_processes(), problem.clusters.num_places()),
               branches, terms},
              beginnings.clusters, steps, random);
    std::vector<int> in_hosts = within_clusters(problem, in_clusters, pour);
    for (const Place& cluster : problem.clusters.places()) {
        in_hosts = improved_inside(problem, cluster.cluster, branches, std::move(in_hosts), steps, terms, random);
    }
    Best best(problem.talks, problem.hosts, terms);
    best.consider(in_hosts);
    for (const std::vector<int>& slots : beginnings.launched) {
        best.consider(places_of(problem.hosts, slots));
    }
    if (problem.hosts.num_places() > problem.clusters.num_places()) {
        const Level level{problem.talks, problem.hosts, Scope::all(problem.num_processes(), problem.hosts.num_places()),
                          branches, terms};
        improve_search(best, level, Heat::kHot, steps / 2, random);
        improve_search(best, level, Heat::kWarm, steps / 2, random);
    }
    return best.places();
}

std::vector<int> place_search(const PlacementProblem& problem, const PlacementEffort& effort) {
    const std::int64_t steps = effort.steps_for(problem.num_processes());
    const Beginnings beginnings = beginnings_of(problem, effort);
    const std::vector<int> by_all = best_by(Terms::kAll, problem, beginnings, steps, effort.seed);
    const std::vector<int> by_sum = best_by(Terms::kSum, problem, beginnings, steps / 8, effort.seed);
    const PlacementCost of_all = cost_at(problem.talks, problem.hosts, by_all);
    const PlacementCost of_sum = cost_at(problem.talks, problem.hosts, by_sum);
    Seconds most = kWorthLessTraffic * of_all.objective();
    for (const std::vector<int>& slots : beginnings.launched) {
        most = std::min(most, cost_of(problem, slots).objective());
    }
    const bool moves_less = of_sum.sum < of_all.sum && of_sum.objective() <= most;
    return slots_at(problem.hosts, moves_less ? by_sum : by_all);
}

}  // namespace

extern constexpr Method search{
    .name = "search",
    .summary = "annealing over clusters, then hosts, from the dendrogram and others",
    .source = "Kirkpatrick et al.; levels: Causeway",
    .place = place_search,
};

}  // namespace causeway::mapping
