#include "causeway/discovery/host_groups.hpp"

#include "causeway/base/random.hpp"
#include "causeway/discovery/further_looks.hpp"
#include "causeway/discovery/tournament.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

namespace causeway::discovery {

namespace {

/// `hosts` without `host`.
std::vector<int> without(std::vector<int> hosts, int host) {
    std::erase(hosts, host);
    return hosts;
}

/// The place in ascending `values` that is farthest above the one before it, in relation to that.
std::size_t largest_gap(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    std::size_t best = begin + 1;
    for (std::size_t i = begin + 2; i < end; ++i) {
        // Cross-multiplied: values may be 0.
        if (values[i] * values[best - 1] > values[best] * values[i - 1]) {
            best = i;
        }
    }
    return best;
}

/// The hosts by increasing `value`, in classes: each within the tolerance of the one before it, the last one of the
/// first within what two may be apart that are both within the tolerance of what they should be. A class that would
/// be wider is cut at its clear gaps, then, for those nearest, anywhere: the others get a landmark of their own.
template <typename Value>
std::vector<std::vector<int>> alike(std::vector<int> hosts, Value value, double tolerance) {
    std::stable_sort(hosts.begin(), hosts.end(), [&](int a, int b) { return value(a) < value(b); });
    std::vector<double> values;
    std::transform(hosts.begin(), hosts.end(), std::back_inserter(values), value);
    const double widest = (1.0 + tolerance) * (1.0 + tolerance);
    std::vector<std::vector<int>> classes;
    std::size_t begin = 0;
    while (begin < hosts.size()) {
        std::size_t end = begin + 1;
        while (end < hosts.size() && values[end] <= (1.0 + tolerance) * values[end - 1]) {
            ++end;
        }
        while (values[end - 1] > widest * values[begin]) {
            const std::size_t cut = largest_gap(values, begin, end);
            if (values[cut] > policy::kClearGap * values[cut - 1]) {
                end = cut;
            } else if (begin == 0) {
                --end;
            } else {
                break;
            }
        }
        classes.emplace_back(hosts.begin() + static_cast<std::ptrdiff_t>(begin),
                             hosts.begin() + static_cast<std::ptrdiff_t>(end));
        begin = end;
    }
    return classes;
}

}  // namespace

HostGroups::HostGroups(KnownDistances known, std::vector<std::vector<int>> sets, double tolerance)
    : tolerance_(tolerance), known_(std::move(known)) {
    assert(tolerance >= 0.0);
    for (std::vector<int>& hosts : sets) {
        assert(!hosts.empty());
        std::sort(hosts.begin(), hosts.end());
        const int landmark = hosts.front();
        reopen(std::move(hosts), landmark);
    }
    ask();
}

void HostGroups::add_group(std::vector<int> hosts) {
    std::sort(hosts.begin(), hosts.end());
    groups_.push_back(std::move(hosts));
}

void HostGroups::reopen(std::vector<int> hosts, int landmark) {
    if (hosts.size() == 1) {
        add_group(std::move(hosts));
    } else if (!hosts.empty()) {
        open_.push_back({.hosts = std::move(hosts), .landmark = landmark});
    }
}

/// Hosts at like distances from the landmark stay together; the nearest may be its group.
void HostGroups::split(const Open& open) {
    const auto value = [&](int host) { return known_.compared(open.landmark, host); };
    std::vector<std::vector<int>> classes = alike(without(open.hosts, open.landmark), value, tolerance_);
    const double least = value(classes.front().front());
    // Who has nearer hosts elsewhere is in no group with these.
    const auto has_nearer = [&](int host) { return (1.0 + tolerance_) * known_.nearest(host) < least; };
    std::size_t first_open = 0;
    if (has_nearer(open.landmark)) {
        add_group({open.landmark});
    } else {
        const auto elsewhere =
            std::stable_partition(classes.front().begin(), classes.front().end(), std::not_fn(has_nearer));
        std::vector<int> leaving(elsewhere, classes.front().end());
        classes.front().erase(elsewhere, classes.front().end());
        propose(open.landmark, std::move(classes.front()));
        classes.front() = std::move(leaving);
        first_open = classes.front().empty() ? 1 : 0;
    }
    for (std::size_t c = first_open; c < classes.size(); ++c) {
        std::sort(classes[c].begin(), classes[c].end());
        const int landmark = classes[c].front();
        reopen(std::move(classes[c]), landmark);
    }
}

/// `others`: by increasing distance from the landmark.
void HostGroups::propose(int landmark, std::vector<int> others) {
    if (others.size() < 2) {
        others.push_back(landmark);
        add_group(std::move(others));
        return;
    }
    Candidate candidate{.landmark = landmark,
                        .others = {},
                        .least = known_.compared(landmark, others.front()),
                        .most = known_.compared(landmark, others.back()),
                        .pairs = {},
                        .suspects = {}};
    std::sort(others.begin(), others.end());
    candidate.others = std::move(others);
    candidate.pairs = confirming_pairs(candidate);
    candidates_.push_back(std::move(candidate));
}

/// The first rounds of a tournament in random order: every host meets another one in each.
std::vector<HostPair> HostGroups::confirming_pairs(const Candidate& candidate) const {
    std::vector<int> order = candidate.others;
    base::Random(static_cast<std::uint64_t>(candidate.landmark)).shuffle(order);
    const int size = static_cast<int>(order.size());
    const auto rounds = static_cast<std::size_t>(std::clamp(static_cast<int>(policy::kConfirmingPart * size),
                                                            policy::kLeastConfirming, policy::kMostConfirming));
    std::vector<HostPair> pairs;
    for (int player = 0; player < size; ++player) {
        const std::vector<int> meetings = opponents(player, size);
        for (std::size_t round = 0; round < std::min(rounds, meetings.size()); ++round) {
            if (meetings[round] > player) {
                pairs.emplace_back(order[static_cast<std::size_t>(player)],
                                   order[static_cast<std::size_t>(meetings[round])]);
            }
        }
    }
    return pairs;
}

void HostGroups::judge(Candidate candidate) {
    const auto length = [&](const HostPair& pair) { return known_.compared(pair.first, pair.second); };
    const auto shorter = [&](const HostPair& a, const HostPair& b) { return length(a) < length(b); };
    const auto is_long = [&](const HostPair& pair) { return length(pair) > (1.0 + tolerance_) * candidate.most; };
    const auto give_up = [&](int next_landmark) {
        add_group({candidate.landmark});
        reopen(std::move(candidate.others), next_landmark);
    };
    const HostPair shortest = *std::min_element(candidate.pairs.begin(), candidate.pairs.end(), shorter);
    if ((1.0 + tolerance_) * length(shortest) < candidate.least) {
        give_up(shortest.first);
        return;
    }
    candidate.suspects.clear();
    std::copy_if(candidate.pairs.begin(), candidate.pairs.end(), std::back_inserter(candidate.suspects), is_long);
    if (!candidate.suspects.empty() && candidate.looks < policy::kFurtherLooks) {
        ++candidate.looks;
        candidates_.push_back(std::move(candidate));
        return;
    }
    if (static_cast<double>(candidate.suspects.size()) >
        policy::kOddPairs * static_cast<double>(candidate.pairs.size())) {
        give_up(std::max_element(candidate.pairs.begin(), candidate.pairs.end(), shorter)->first);
        return;
    }
    // Near the landmark, but far from all others that they met.
    std::map<int, bool> strays;
    for (const HostPair& pair : candidate.pairs) {
        for (const int end : {pair.first, pair.second}) {
            const auto [entry, is_new] = strays.emplace(end, true);
            entry->second = entry->second && is_long(pair);
        }
    }
    const auto leaving = std::stable_partition(candidate.others.begin(), candidate.others.end(),
                                               [&](int host) { return !strays[host]; });
    std::vector<int> apart(leaving, candidate.others.end());
    candidate.others.erase(leaving, candidate.others.end());
    candidate.others.push_back(candidate.landmark);
    add_group(std::move(candidate.others));
    const int next_landmark = apart.empty() ? 0 : apart.front();
    reopen(std::move(apart), next_landmark);
}

void HostGroups::learn(const std::vector<double>& distances, double resolution) {
    known_.add(wanted_, distances, resolution);
    const std::vector<Open> open = std::exchange(open_, {});
    std::vector<Candidate> candidates = std::exchange(candidates_, {});
    for (const Open& group : open) {
        split(group);
    }
    for (Candidate& candidate : candidates) {
        judge(std::move(candidate));
    }
    ask();
}

void HostGroups::settle() {
    for (Open& open : open_) {
        num_unconfirmed_ += static_cast<int>(open.hosts.size());
        add_group(std::move(open.hosts));
    }
    for (Candidate& candidate : candidates_) {
        candidate.others.push_back(candidate.landmark);
        num_unconfirmed_ += static_cast<int>(candidate.others.size());
        add_group(std::move(candidate.others));
    }
    open_.clear();
    candidates_.clear();
    ask();
}

/// With whom the landmark was not measured yet.
std::vector<int> HostGroups::unknown_to_landmark(const Open& open) const {
    std::vector<int> rays = without(open.hosts, open.landmark);
    std::erase_if(rays, [&](int host) { return known_.between(open.landmark, host).has_value(); });
    return rays;
}

/// What is to be measured of the candidate's: what was not, or what is suspected.
std::vector<HostPair> HostGroups::pairs_to_measure(const Candidate& candidate) const {
    if (candidate.looks > 0) {
        return candidate.suspects;
    }
    std::vector<HostPair> pairs = candidate.pairs;
    std::erase_if(pairs, [&](const HostPair& pair) { return known_.between(pair.first, pair.second).has_value(); });
    return pairs;
}

/// Goes on as far as no measurement is needed: another search may have made them.
void HostGroups::use_what_is_known() {
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (const Open& open : std::exchange(open_, {})) {
            if (unknown_to_landmark(open).empty()) {
                split(open);
                goes_on = true;
            } else {
                open_.push_back(open);
            }
        }
        for (Candidate& candidate : std::exchange(candidates_, {})) {
            if (pairs_to_measure(candidate).empty()) {
                judge(std::move(candidate));
                goes_on = true;
            } else {
                candidates_.push_back(std::move(candidate));
            }
        }
    }
}

/// For the next landmarks and, of other hosts, the pairs that confirm groups.
void HostGroups::ask() {
    use_what_is_known();
    std::vector<HostPair> pairs;
    for (const Candidate& candidate : candidates_) {
        const std::vector<HostPair> some = pairs_to_measure(candidate);
        pairs.insert(pairs.end(), some.begin(), some.end());
    }
    wanted_ = rounds_of(pairs, known_.num_hosts());
    if (wanted_.empty() && !open_.empty()) {
        wanted_.emplace_back();
    }
    for (const Open& open : open_) {
        wanted_.front().push_back({.centre = open.landmark, .rays = unknown_to_landmark(open)});
        ++num_landmarks_;
    }
    if (wanted_.empty()) {
        std::sort(groups_.begin(), groups_.end());
    }
}

}  // namespace causeway::discovery
