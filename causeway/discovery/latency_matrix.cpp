#include "causeway/discovery/latency_matrix.hpp"

#include "causeway/discovery/further_looks.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>

namespace causeway::discovery {

namespace {

/// The pairs, the lower host first, for which `is_wanted(a, b)`.
template <typename IsWanted>
std::vector<HostPair> pairs_that(int num_hosts, IsWanted is_wanted) {
    std::vector<HostPair> pairs;
    for (int a = 0; a < num_hosts; ++a) {
        for (int b = a + 1; b < num_hosts; ++b) {
            if (is_wanted(a, b)) {
                pairs.emplace_back(a, b);
            }
        }
    }
    return pairs;
}

/// Adds what `found` says of `pairs`; of a pair that was looked at before the smaller latency counts. How far medians
/// lie above the least, of first looks that show it.
std::vector<double> add(LatencyMatrix& result, const std::vector<HostPair>& pairs,
                        const std::vector<PairLatency>& found) {
    assert(found.size() == pairs.size());
    std::vector<double> above_least;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [a, b] = pairs[i];
        const PairLatency& pair = found[i];
        const bool is_second_look = is_known(result.seconds, a, b);
        const double least = is_second_look ? std::min(result.seconds(a, b), pair.least.value()) : pair.least.value();
        result.seconds(a, b) = least;
        result.seconds(b, a) = least;
        if (!is_second_look && show_their_spread(pair.samples)) {
            above_least.push_back((pair.median - pair.least).value());
        }
        result.num_round_trips += pair.samples;
        if (!is_second_look) {
            ++result.num_measured;
            result.num_rushed += pair.samples == 1 ? 1 : 0;
            result.num_settled += pair.is_settled ? 1 : 0;
            result.num_drifted += pair.has_drifted ? 1 : 0;
            result.uncertainties.push_back(pair.uncertainty);
        }
    }
    return above_least;
}

bool may_be_near(const LatencyMatrix& found, const HostPair& pair) {
    return 2.0 * found.seconds(pair.first, pair.second) < policy::kBusyNearTrip.value();
}

/// Near ones of `pairs`, evenly from the first to the last.
std::vector<HostPair> near_sample(const LatencyMatrix& found, const std::vector<HostPair>& pairs) {
    std::vector<HostPair> near;
    std::ranges::copy_if(pairs, std::back_inserter(near),
                         [&](const HostPair& pair) { return may_be_near(found, pair); });
    const std::size_t wanted = std::min(policy::kMostRepeatedPairs, near.size());
    std::vector<HostPair> sample;
    for (std::size_t i = 0; i < wanted; ++i) {
        sample.push_back(near[i * near.size() / wanted]);
    }
    return sample;
}

/// Another look at near pairs: what it says of how well they are known now, in seconds.
double look_again(LatencyMatrix& result, const std::vector<HostPair>& near, Seconds budget, MeasurePairs measure) {
    const std::vector<PairLatency> found = measure(near, budget, Ways::kNear);
    std::vector<double> differences;
    for (std::size_t i = 0; i < near.size(); ++i) {
        differences.push_back(std::abs(found[i].least.value() - result.seconds(near[i].first, near[i].second)));
    }
    add(result, near, found);
    return policy::kResolutionsOfLooks * statistics::median(std::move(differences));
}

/// How well latencies are known after the first looks.
struct Reliability {
    double resolution = 0.0;  ///< seconds
    bool is_noisy = false;    ///< one look cannot tell the nearest hosts from one
};

/// If the spread within looks, `above_least`, says nothing, or that the nearest hosts cannot be told from one, near
/// pairs are looked at again, twice at most, each time within `budget`.
Reliability reliability_of(LatencyMatrix& result, const std::vector<HostPair>& pairs,
                           const std::vector<double>& above_least, Seconds budget, MeasurePairs measure) {
    const double within = resolution_of(above_least);
    const std::vector<HostPair> near = near_sample(result, pairs);
    const auto shortest = [&] {
        const auto length = [&](const HostPair& pair) { return result.seconds(pair.first, pair.second); };
        return length(*std::ranges::min_element(near, {}, length));
    };
    if (near.size() < policy::kFewestRepeatedPairs || (!above_least.empty() && within <= shortest())) {
        return {.resolution = within};
    }
    double resolution = look_again(result, near, budget, measure);
    if (resolution > policy::kResolvedByTwoLooks * shortest()) {
        resolution = std::min(resolution, look_again(result, near, budget, measure));
    }
    return {.resolution = resolution, .is_noisy = true};
}

/// [host]: how far the nearest other host is.
std::vector<double> nearest_of(const base::SquareMatrix<double>& seconds) {
    std::vector<double> nearest(static_cast<std::size_t>(seconds.size()), std::numeric_limits<double>::infinity());
    for (int a = 0; a < seconds.size(); ++a) {
        for (int b = 0; b < seconds.size(); ++b) {
            if (a != b) {
                double& least = nearest[static_cast<std::size_t>(a)];
                least = std::min(least, seconds(a, b));
            }
        }
    }
    return nearest;
}

/// Pairs to look at again: those that a detour beats, and, where looks are noisy, near ones of hosts to which none is
/// as near as others have theirs.
std::vector<HostPair> suspects_among(const LatencyMatrix& result, const std::vector<HostPair>& pairs, bool is_noisy) {
    const std::vector<double> nearest = nearest_of(result.seconds);
    const double lonely = policy::kLonely * statistics::median(nearest);
    const auto is_suspect = [&](const HostPair& pair) {
        const auto [a, b] = pair;
        return slower_than_a_detour(result.seconds, a, b) ||
               (is_noisy && may_be_near(result, pair) &&
                std::max(nearest[static_cast<std::size_t>(a)], nearest[static_cast<std::size_t>(b)]) > lonely);
    };
    std::vector<HostPair> suspects;
    std::ranges::copy_if(pairs, std::back_inserter(suspects), is_suspect);
    return suspects;
}

}  // namespace

bool slower_than_a_detour(const base::SquareMatrix<double>& seconds, int from, int to) {
    for (int over = 0; over < seconds.size(); ++over) {
        const bool is_detour = over != from && over != to;
        if (is_detour && seconds(from, to) > policy::kSuspectDetour * (seconds(from, over) + seconds(over, to))) {
            return true;
        }
    }
    return false;
}

LatencyMatrix survey_latencies(int num_hosts, Seconds budget, const base::SquareMatrix<double>& known,
                               MeasurePairs measure) {
    LatencyMatrix result{.seconds = known};
    if (known.size() == 0) {
        result.seconds = base::SquareMatrix<double>(num_hosts, std::numeric_limits<double>::infinity());
    }
    for (int host = 0; host < num_hosts; ++host) {
        result.seconds(host, host) = 0.0;
    }
    const std::vector<HostPair> missing =
        pairs_that(num_hosts, [&](int a, int b) { return !is_known(result.seconds, a, b); });
    if (missing.empty()) {
        return result;
    }
    const Seconds further = (1.0 - policy::kShareOfFirstMatrix) / (policy::kFurtherLooks + 2) * budget;
    const std::vector<double> above_least =
        add(result, missing, measure(missing, policy::kShareOfFirstMatrix * budget, Ways::kAny));
    const Reliability reliability = reliability_of(result, missing, above_least, further, measure);
    result.resolution = reliability.resolution;
    std::vector<HostPair> suspects = missing;
    for (int look = 0; look < policy::kFurtherLooks; ++look) {
        suspects = suspects_among(result, suspects, reliability.is_noisy);
        if (suspects.empty()) {
            break;
        }
        const base::SquareMatrix<double> before = result.seconds;
        add(result, suspects, measure(suspects, further, Ways::kAny));
        const bool is_confirmed = std::ranges::all_of(suspects, [&](const HostPair& pair) {
            return result.seconds(pair.first, pair.second) >
                   policy::kConfirmedSuspect * before(pair.first, pair.second);
        });
        if (is_confirmed) {
            break;
        }
    }
    return result;
}

}  // namespace causeway::discovery
