/// Ours: which cluster, then which host, by simulated annealing from several beginnings, then all together; never worse
/// than the placements it begins with.
///
/// - Clusters as places: straight down from the dendrogram's placement and from those of launchers; annealing from hot,
///   two times or more; annealing from warm from the best of all these.
/// - Inside every cluster of several places the same with its hosts.
/// - All places at once, if there was such a cluster: annealing from hot, and from warm from the best so far.
///
/// A step that ends above where it began is forgotten.
///
/// Source: Kirkpatrick, Gelatt, Vecchi (1983) for annealing; the levels are ours.
#include "causeway/base/random.hpp"
#include "causeway/mapping/annealing.hpp"
#include "causeway/mapping/method/method.hpp"
#include "causeway/mapping/placement_by_levels.hpp"
#include "causeway/mapping/pouring.hpp"
#include "causeway/mapping/whole_places.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace causeway::mapping {

namespace {

/// Steps of an annealing beyond which another one brings more than a longer one, and how many there are.
constexpr std::int64_t kStepsPerProcess = 2500;
constexpr std::int64_t kLeastTimes = 2;
constexpr std::int64_t kMostTimes = 12;

/// The best placement found so far on one target.
class Best {
public:
    Best(const Talks& talks, const Target& target) : talks_(talks), target_(target) {}

    void consider(std::vector<int> place_of) {
        const Seconds cost = cost_at(talks_, target_, place_of);
        if (cost < cost_) {
            cost_ = cost;
            place_of_ = std::move(place_of);
        }
    }
    [[nodiscard]] const std::vector<int>& places() const { return place_of_; }

private:
    const Talks& talks_;
    const Target& target_;
    Seconds cost_ = Seconds::infinity();
    std::vector<int> place_of_;
};

/// From the best so far, by annealing, straight down, and once more when whole places have been exchanged.
void improve_search(Best& best, const Talks& talks, const Target& target, Heat heat, std::int64_t steps,
                    base::Random& random) {
    Assignment annealed(talks, target, best.places());
    anneal(annealed, heat, steps, random);
    descend(annealed, steps);
    Assignment exchanged(talks, target, with_places_exchanged(talks, target, annealed.places()));
    descend(exchanged, steps);
    best.consider(exchanged.places());
}

/// The first two of the above, on one target.
std::vector<int> solve(const Talks& talks, const Target& target, std::vector<std::vector<int>> beginnings,
                       std::int64_t steps, base::Random& random) {
    Best best(talks, target);
    beginnings.push_back(pour(talks, target));
    for (std::vector<int>& beginning : beginnings) {
        best.consider(beginning);
        Assignment assignment(talks, target, std::move(beginning));
        descend(assignment, steps / 8);
        best.consider(assignment.places());
    }
    if (target.num_places() > 1) {
        // Where processes are few, one annealing ends early in some valley, and another in another.
        const std::int64_t enough = kStepsPerProcess * std::max(talks.num_processes(), 1);
        const std::int64_t times = std::clamp<std::int64_t>(steps / 2 / enough, kLeastTimes, kMostTimes);
        for (std::int64_t time = 0; time < times; ++time) {
            improve_search(best, talks, target, Heat::kHot, steps / 2 / times, random);
        }
        improve_search(best, talks, target, Heat::kWarm, steps / 4, random);
    }
    return best.places();
}

std::vector<int> place_search(const PlacementProblem& problem, const PlacementEffort& effort) {
    const std::int64_t steps = effort.steps_for(problem.num_processes());
    base::Random random(effort.seed);
    std::vector<std::vector<int>> launched;  // slots
    for (const char* name : {"identity", "round-robin"}) {
        launched.push_back(methods().at(name, "search").place(problem, effort));
    }
    std::vector<std::vector<int>> beginnings;
    for (const std::vector<int>& slots : launched) {
        beginnings.push_back(places_of(problem.clusters, slots));
    }
    const std::vector<int> in_clusters = solve(problem.talks, problem.clusters, std::move(beginnings), steps, random);
    const std::vector<int> in_hosts =
        within_clusters(problem, in_clusters, [&](const Talks& talks, const Target& target) {
            const std::int64_t share = steps * talks.num_processes() / std::max(problem.num_processes(), 1);
            return solve(talks, target, {}, share, random);
        });
    Best best(problem.talks, problem.hosts);
    best.consider(in_hosts);
    for (const std::vector<int>& slots : launched) {
        best.consider(places_of(problem.hosts, slots));
    }
    if (problem.hosts.num_places() > problem.clusters.num_places()) {
        improve_search(best, problem.talks, problem.hosts, Heat::kHot, steps / 2, random);
        improve_search(best, problem.talks, problem.hosts, Heat::kWarm, steps / 2, random);
    }
    return slots_at(problem.hosts, best.places());
}

}  // namespace

extern constexpr Method search{
    .name = "search",
    .summary = "annealing over clusters, then hosts, from the dendrogram and others",
    .source = "Kirkpatrick et al.; levels: Causeway",
    .place = place_search,
};

}  // namespace causeway::mapping
