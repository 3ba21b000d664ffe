/// Source: Kirkpatrick, Gelatt, Vecchi, "Optimization by simulated annealing", Science 220 (1983); exponential variates
/// by comparisons alone: von Neumann, "Various techniques used in connection with random digits" (1951).
#include "causeway/mapping/annealing.hpp"

#include "causeway/base/index.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace causeway::mapping {

namespace {

using base::at;

constexpr int kLevels = 120;
constexpr double kCooling = 0.93;  ///< of a level to the next: 120 levels span nearly four orders of magnitude
constexpr int kSamples = 200;      ///< of random changes, to find the first temperature
constexpr double kHot = 1.0;
constexpr double kWarm = 0.03;
/// Members of a place that a process is tried with, when there are many.
constexpr std::size_t kMostTried = 64;

/// A change of one or two processes.
struct Change {
    int process = -1;
    int partner = -1;  ///< with whom it swaps; -1: it moves to a free slot
    int place = -1;
    double rise = 0.0;
};

/// Exponentially distributed with mean 1, from comparisons of uniform numbers.
double exponential(base::Random& random) {
    for (double whole = 0.0;; whole += 1.0) {
        const double first = random.between(0.0, 1.0);
        double last = first;
        bool is_odd = true;
        for (double next = random.between(0.0, 1.0); next < last; next = random.between(0.0, 1.0)) {
            last = next;
            is_odd = !is_odd;
        }
        if (is_odd) {
            return whole + first;
        }
    }
}

void carry_out(Assignment& assignment, const Change& change) {
    if (change.partner >= 0) {
        assignment.swap(change.process, change.partner);
    } else {
        assignment.move(change.process, change.place);
    }
}

/// A random change to a place of `process`: to one of its slots, whoever has it.
Change change_to(Assignment& assignment, int process, int place, base::Random& random) {
    const std::span<const int> members = assignment.members(place);
    const int slot = random.below(static_cast<int>(members.size()) + assignment.free_slots(place));
    if (slot < static_cast<int>(members.size())) {
        const int partner = members[static_cast<std::size_t>(slot)];
        return {process, partner, place, assignment.change_of_swap(process, partner)};
    }
    return {process, -1, place, assignment.change_of_move(process, place)};
}

/// Needs two places at least.
Change random_change(Assignment& assignment, const Scope& scope, base::Random& random) {
    const int process = scope.processes[at(random.below(static_cast<int>(scope.processes.size())))];
    const int here = assignment.place_of(process);
    const std::span<const Talk> talks = assignment.talks().of(process);
    int place = here;
    if (!talks.empty() && random.below(2) == 0) {
        place = assignment.place_of(talks[at(random.below(static_cast<int>(talks.size())))].partner);
    }
    if (place == here || place >= scope.num_places) {
        place = random.below(scope.num_places - 1);
        place += place >= here ? 1 : 0;
    }
    return change_to(assignment, process, place, random);
}

double mean_rise(Assignment& assignment, const Scope& scope, base::Random& random) {
    double sum = 0.0;
    int rises = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
        const double rise = random_change(assignment, scope, random).rise;
        if (rise > 0.0) {
            sum += rise;
            ++rises;
        }
    }
    return rises > 0 ? sum / rises : 0.0;
}

/// Whether a full round of all pairs is affordable.
bool is_small(const Scope& scope) {
    constexpr std::size_t kMostForAllPairs = 1024;
    return scope.processes.size() <= kMostForAllPairs;
}

/// The best change that brings a process to a place, among the first so many who are there.
Change best_change_to(Assignment& assignment, const Scope& scope, int process, int place) {
    Change best{process, -1, place, 0.0};
    bool is_set = false;
    if (assignment.has_room(place)) {
        best.rise = assignment.change_of_move(process, place);
        is_set = true;
    }
    const std::span<const int> members = assignment.members(place);
    const std::size_t tried = is_small(scope) ? members.size() : std::min(members.size(), kMostTried);
    for (std::size_t m = 0; m < tried; ++m) {
        const double rise = assignment.change_of_swap(process, members[m]);
        if (!is_set || rise < best.rise) {
            best = {process, members[m], place, rise};
            is_set = true;
        }
    }
    return best;
}

/// The places to try for a process: all; in large assignments those of its partners.
void places_for(const Assignment& assignment, const Scope& scope, int process, std::vector<int>& places) {
    places.clear();
    if (is_small(scope)) {
        for (int place = 0; place < scope.num_places; ++place) {
            places.push_back(place);
        }
    } else {
        for (const Talk& talk : assignment.talks().of(process)) {
            if (const int place = assignment.place_of(talk.partner); place < scope.num_places) {
                places.push_back(place);
            }
        }
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
    }
    std::erase(places, assignment.place_of(process));
}

}  // namespace

Scope Scope::all(int num_processes, int num_places) {
    Scope scope{std::vector<int>(at(num_processes)), num_places};
    std::iota(scope.processes.begin(), scope.processes.end(), 0);
    return scope;
}

void descend(Assignment& assignment, const Scope& scope, std::int64_t steps) {
    if (scope.num_places < 2) {
        return;
    }
    const std::int64_t end = assignment.work() + steps;
    std::vector<int> places;
    bool has_improved = true;
    while (has_improved) {
        has_improved = false;
        for (const int process : scope.processes) {
            places_for(assignment, scope, process, places);
            Change best;
            for (const int place : places) {
                const Change change = best_change_to(assignment, scope, process, place);
                if (best.process < 0 || change.rise < best.rise) {
                    best = change;
                }
            }
            // A rise that is only the rounding of large sums would go back and forth for ever.
            constexpr double kRounding = 1e-9;
            if (best.process >= 0 && best.rise < -kRounding * assignment.cost_around(best.process, best.partner)) {
                carry_out(assignment, best);
                has_improved = true;
            }
            if (assignment.work() >= end) {
                return;
            }
        }
    }
}

void anneal(Assignment& assignment, const Scope& scope, Heat heat, std::int64_t steps, base::Random& random) {
    if (scope.num_places < 2 || scope.processes.empty()) {
        return;
    }
    double temperature = (heat == Heat::kHot ? kHot : kWarm) * mean_rise(assignment, scope, random);
    if (!(temperature > 0.0)) {
        return;
    }
    const std::int64_t begin = assignment.work();
    for (int level = 1; level <= kLevels; ++level) {
        const std::int64_t end = begin + steps / kLevels * level;
        while (assignment.work() < end) {
            const Change change = random_change(assignment, scope, random);
            if (change.rise <= 0.0 || change.rise < temperature * exponential(random)) {
                carry_out(assignment, change);
            }
        }
        temperature *= kCooling;
    }
}

}  // namespace causeway::mapping
