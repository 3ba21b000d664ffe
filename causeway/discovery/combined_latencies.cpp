#include "causeway/discovery/combined_latencies.hpp"

#include "causeway/discovery/further_looks.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

namespace causeway::discovery {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
// Stands for a pair that is not to be measured now: farther than any detour.
constexpr double kNotNow = 1e9;

double mean_of(const base::SquareMatrix<double>& latencies, int a, int b) {
    return 0.5 * (latencies(a, b) + latencies(b, a));
}

int num_known(const base::SquareMatrix<double>& latencies) {
    int count = 0;
    for (int a = 0; a < latencies.size(); ++a) {
        for (int b = a + 1; b < latencies.size(); ++b) {
            count += is_known(latencies, a, b) ? 1 : 0;
        }
    }
    return count;
}

void forget_host(base::SquareMatrix<double>& latencies, int host) {
    for (int other = 0; other < latencies.size(); ++other) {
        latencies(host, other) = kUnknown;
        latencies(other, host) = kUnknown;
    }
}

/// What `added` says of its own worth, beside what `total` said.
void add_figures(LatencyMatrix& total, const LatencyMatrix& added) {
    total.num_measured += added.num_measured;
    total.num_round_trips += added.num_round_trips;
    total.num_settled += added.num_settled;
    total.num_rushed += added.num_rushed;
    total.num_drifted += added.num_drifted;
    total.resolution = std::max(total.resolution, added.resolution);
    total.uncertainties.insert(total.uncertainties.end(), added.uncertainties.begin(), added.uncertainties.end());
}

}  // namespace

bool is_grossly_off(double known, double measured) {
    const auto [least, most] = std::minmax(known, measured);
    return most > policy::kGrosslyOff * least && most - least > policy::kWaitingForACore;
}

std::vector<std::pair<int, int>> pairs_to_check(const base::SquareMatrix<double>& known) {
    std::vector<std::pair<int, int>> pairs;
    for (int a = 0; a < known.size(); ++a) {
        for (int b = a + 1; b < known.size(); ++b) {
            if (is_known(known, a, b)) {
                pairs.emplace_back(a, b);
            }
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& x, const auto& y) {
        return mean_of(known, x.first, x.second) < mean_of(known, y.first, y.second);
    });
    // From the nearest to the farthest in equal steps; from each step on, the first pair of hosts that are still free.
    std::vector<char> is_busy(static_cast<std::size_t>(known.size()), 0);
    std::vector<std::pair<int, int>> chosen;
    const std::size_t wanted =
        std::min(policy::kMostLatencyChecks, (pairs.size() + policy::kPairsPerCheck - 1) / policy::kPairsPerCheck);
    for (std::size_t step = 0; step < wanted; ++step) {
        // The last step looks from the far end.
        const std::size_t begin = step * pairs.size() / wanted;
        const auto is_free = [&](const auto& pair) {
            return is_busy[static_cast<std::size_t>(pair.first)] == 0 &&
                   is_busy[static_cast<std::size_t>(pair.second)] == 0;
        };
        auto found = pairs.end();
        if (step > 0 && step + 1 == wanted) {
            const auto last = std::find_if(pairs.rbegin(), pairs.rend(), is_free);
            found = last == pairs.rend() ? pairs.end() : std::prev(last.base());
        } else {
            found = std::find_if(pairs.begin() + static_cast<std::ptrdiff_t>(begin), pairs.end(), is_free);
        }
        if (found != pairs.end()) {
            is_busy[static_cast<std::size_t>(found->first)] = 1;
            is_busy[static_cast<std::size_t>(found->second)] = 1;
            chosen.push_back(*found);
        }
    }
    return chosen;
}

CombinedLatencies combine_latencies(Seconds budget, const base::SquareMatrix<double>& known, MeasureLatencies measure) {
    CombinedLatencies result;
    base::SquareMatrix<double> believed = known;
    const int num_given = num_known(known);
    // A pair that was measured as a sample is no longer taken from monitoring.
    base::SquareMatrix<double> measured(known.size(), kUnknown);
    int num_samples = 0;
    for (bool is_trusted = num_given == 0; !is_trusted; ++num_samples) {
        is_trusted = true;
        const std::vector<std::pair<int, int>> sample = pairs_to_check(believed);
        if (sample.empty()) {
            break;
        }
        base::SquareMatrix<double> all_but_sample(known.size(), kNotNow);
        for (const auto& [a, b] : sample) {
            all_but_sample(a, b) = kUnknown;
            all_but_sample(b, a) = kUnknown;
        }
        const LatencyMatrix found = measure(policy::kShareOfCheck * budget, all_but_sample);
        add_figures(result.latencies, found);
        result.num_checked += static_cast<int>(sample.size());
        for (const auto& [a, b] : sample) {
            const double monitored = mean_of(believed, a, b);
            measured(a, b) = found.seconds(a, b);
            measured(b, a) = found.seconds(b, a);
            if (is_grossly_off(monitored, found.seconds(a, b))) {
                result.contradictions.push_back({a, b, monitored, found.seconds(a, b)});
                is_trusted = false;
            }
        }
        for (const auto& [a, b] : sample) {
            const bool is_contradicted =
                std::any_of(result.contradictions.begin(), result.contradictions.end(),
                            [&, a = a, b = b](const ContradictedPair& one) { return one.host == a && one.other == b; });
            if (is_contradicted) {
                forget_host(believed, a);
                forget_host(believed, b);
            }
            believed(a, b) = kUnknown;
            believed(b, a) = kUnknown;
        }
        if (!is_trusted && num_samples + 1 == policy::kMostContradicted) {
            believed = base::SquareMatrix<double>(known.size(), kUnknown);
        }
    }

    base::SquareMatrix<double> start = believed;
    for (int a = 0; a < known.size(); ++a) {
        for (int b = 0; b < known.size(); ++b) {
            start(a, b) = std::min(start(a, b), measured(a, b));
        }
    }
    result.num_monitored = num_known(believed);
    result.num_discarded = num_given - result.num_monitored - result.num_checked;
    LatencyMatrix complete = measure((1.0 - num_samples * policy::kShareOfCheck) * budget, start);
    add_figures(complete, result.latencies);
    result.latencies = std::move(complete);
    result.believed = std::move(believed);
    return result;
}

}  // namespace causeway::discovery
