/// MPIPP's heuristic: from a random placement, rounds of swaps. In a round the pair that gains most swaps and takes no
/// part in the rest of it, even when the gain is a loss; of the swaps of a round those up to the greatest total gain
/// are kept. Rounds go on while they gain; the best of several random beginnings.
///
/// Source: Chen, Chen, Huang, Robert, Kuhn, "MPIPP: an automatic profile-guided parallel process placement toolset for
/// SMP clusters and multiclusters" (ICS 2006), algorithm 1.
#include "causeway/base/random.hpp"
#include "causeway/mapping/assignment.hpp"
#include "causeway/mapping/method/method.hpp"

#include <cstddef>
#include <limits>
#include <vector>

namespace causeway::mapping {

namespace {

constexpr int kBeginnings = 5;

struct Swap {
    int a = -1;
    int b = -1;
    double change = std::numeric_limits<double>::infinity();
};

/// The pair at different places, neither of them locked, whose swap lowers the cost most.
Swap best_swap(Assignment& assignment, const std::vector<char>& is_locked) {
    Swap best;
    for (int a = 0; a < assignment.num_processes(); ++a) {
        if (is_locked[static_cast<std::size_t>(a)] != 0) {
            continue;
        }
        for (int b = a + 1; b < assignment.num_processes(); ++b) {
            if (is_locked[static_cast<std::size_t>(b)] != 0 || assignment.place_of(a) == assignment.place_of(b)) {
                continue;
            }
            const double change = assignment.change_of_swap(a, b);
            if (change < best.change) {
                best = {a, b, change};
            }
        }
    }
    return best;
}

/// One round; whether it gained.
bool improve_pairwise_swaps(Assignment& assignment) {
    std::vector<char> is_locked(static_cast<std::size_t>(assignment.num_processes()), 0);
    std::vector<Swap> swaps;
    double total = 0.0;
    double least = 0.0;
    std::size_t kept = 0;
    while (true) {
        const Swap swap = best_swap(assignment, is_locked);
        if (swap.a < 0) {
            break;
        }
        assignment.swap(swap.a, swap.b);
        is_locked[static_cast<std::size_t>(swap.a)] = 1;
        is_locked[static_cast<std::size_t>(swap.b)] = 1;
        swaps.push_back(swap);
        total += swap.change;
        constexpr double kRounding = 1e-12;  // relative: what adding up leaves is no gain
        if (total < least - kRounding * assignment.cost_around(swap.a, swap.b)) {
            least = total;
            kept = swaps.size();
        }
    }
    for (std::size_t s = swaps.size(); s-- > kept;) {
        assignment.swap(swaps[s].a, swaps[s].b);
    }
    return kept > 0;
}

std::vector<int> place_pairwise_swaps(const PlacementProblem& problem, const PlacementEffort& effort) {
    const Method& random_order = methods().at("random", "pairwise swaps");
    std::vector<int> best;
    Seconds least = Seconds::infinity();
    for (int b = 0; b < kBeginnings; ++b) {
        PlacementEffort beginning = effort;
        beginning.seed = base::Random::stream(effort.seed, static_cast<std::uint64_t>(b));
        Assignment assignment(problem.talks, problem.hosts,
                              places_of(problem.hosts, random_order.place(problem, beginning)));
        while (improve_pairwise_swaps(assignment)) {
        }
        const Seconds cost = cost_at(problem.talks, problem.hosts, assignment.places()).objective();
        if (cost < least) {
            least = cost;
            best = assignment.places();
        }
    }
    return slots_at(problem.hosts, best);
}

}  // namespace

extern constexpr Method pairwise_swaps{
    .name = "pairwise-swaps",
    .summary = "MPIPP: rounds of best swaps from random beginnings",
    .source = "Chen et al., ICS 2006",
    .place = place_pairwise_swaps,
    .most_processes = 128,
};

}  // namespace causeway::mapping
