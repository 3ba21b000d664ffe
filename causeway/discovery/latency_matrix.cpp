#include "causeway/discovery/latency_matrix.hpp"

#include "causeway/discovery/further_looks.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
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

/// Adds what `found` says of `pairs`; of a pair that was looked at before the smaller latency counts.
void add(LatencyMatrix& result, const std::vector<HostPair>& pairs, const std::vector<PairLatency>& found) {
    assert(found.size() == pairs.size());
    std::vector<double> above_least;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [a, b] = pairs[i];
        const PairLatency& pair = found[i];
        const bool is_second_look = is_known(result.seconds, a, b);
        const double least = is_second_look ? std::min(result.seconds(a, b), pair.least.value()) : pair.least.value();
        result.seconds(a, b) = least;
        result.seconds(b, a) = least;
        if (show_their_spread(pair.samples)) {
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
    result.resolution = std::max(result.resolution, resolution_of(above_least));
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
    add(result, missing, measure(missing, policy::kShareOfFirstMatrix * budget));
    std::vector<HostPair> suspects = missing;
    for (int look = 0; look < policy::kFurtherLooks; ++look) {
        std::erase_if(suspects, [&](const HostPair& pair) {
            return !slower_than_a_detour(result.seconds, pair.first, pair.second);
        });
        if (suspects.empty()) {
            break;
        }
        const base::SquareMatrix<double> before = result.seconds;
        add(result, suspects, measure(suspects, (1.0 - policy::kShareOfFirstMatrix) / policy::kFurtherLooks * budget));
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
