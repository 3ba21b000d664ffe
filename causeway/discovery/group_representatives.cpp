#include "causeway/discovery/group_representatives.hpp"

#include "causeway/base/matrix.hpp"
#include "causeway/clustering/edges.hpp"
#include "causeway/clustering/measured_partition.hpp"
#include "causeway/discovery/further_looks.hpp"
#include "causeway/discovery/latency_matrix.hpp"
#include "causeway/platform/distance_matrix.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace causeway::discovery {

GroupRepresentatives::GroupRepresentatives(std::vector<std::vector<int>> groups, KnownDistances known, double tolerance)
    : groups_(std::move(groups)), known_(std::move(known)), tolerance_(tolerance), speakers_(groups_.size()) {
    std::vector<std::size_t> large;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        if (groups_[group].size() >= policy::kFewestSpokenFor) {
            large.push_back(group);
        }
    }
    find_speakers(std::move(large), known_between_groups());
    wanted_ = rounds_of(pairs_of_representatives(), known_.num_hosts());
    if (wanted_.empty()) {
        go_on();
    }
}

/// The least of what was measured between hosts of two groups; infinite where nothing was.
base::SquareMatrix<double> GroupRepresentatives::known_between_groups() const {
    base::SquareMatrix<double> result(static_cast<int>(groups_.size()), std::numeric_limits<double>::infinity());
    const std::vector<int> group_of = group_of_host();
    known_.for_each_pair([&](int a, int b, double distance) {
        const int one = group_of[static_cast<std::size_t>(a)];
        const int other = group_of[static_cast<std::size_t>(b)];
        result(one, other) = result(other, one) = std::min(result(one, other), distance + known_.resolution());
    });
    return result;
}

/// How far the groups are at most that the speaker speaks for, which is little beside how far all others are; nothing
/// where there are no such groups, or not all are known to it.
std::optional<double> GroupRepresentatives::nearness(std::size_t speaker, const std::vector<std::size_t>& groups,
                                                     const base::SquareMatrix<double>& known) const {
    std::vector<double> distances;
    for (const std::size_t group : groups) {
        if (group != speaker) {
            distances.push_back(known(static_cast<int>(speaker), static_cast<int>(group)));
        }
    }
    std::sort(distances.begin(), distances.end());
    if (distances.empty() || !std::isfinite(distances.back())) {
        return std::nullopt;
    }
    for (std::size_t near = distances.size() - 1; near > 0; --near) {
        if (distances[near - 1] < distances[near] && distances[near - 1] <= tolerance_ * distances[near]) {
            return distances[near - 1];
        }
    }
    return std::nullopt;
}

/// Those that one of them speaks for, again and again; then the same among these.
void GroupRepresentatives::find_speakers(std::vector<std::size_t> groups, const base::SquareMatrix<double>& known) {
    const auto between = [&](std::size_t one, std::size_t other) {
        return known(static_cast<int>(one), static_cast<int>(other));
    };
    const auto num_known = [&](std::size_t one) {
        return std::count_if(groups.begin(), groups.end(),
                             [&](std::size_t other) { return std::isfinite(between(one, other)); });
    };
    // Who knows the most is asked first: the first landmark's, the second's, ...
    std::map<std::size_t, std::ptrdiff_t> knows;
    for (const std::size_t group : groups) {
        knows[group] = num_known(group);
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [&](std::size_t one, std::size_t other) { return knows[one] > knows[other]; });
    while (!groups.empty()) {
        const std::size_t speaker = groups.front();
        const std::optional<double> near = nearness(speaker, groups, known);
        std::vector<std::size_t> spoken_for;
        std::erase_if(groups, [&](std::size_t group) {
            const bool is_near = group == speaker || (near && between(speaker, group) <= *near);
            if (is_near) {
                spoken_for.push_back(group);
            }
            return is_near;
        });
        for (const std::size_t group : spoken_for) {
            speakers_[group].push_back(speaker);
        }
        if (spoken_for.size() > 1) {
            find_speakers(std::move(spoken_for), known);
        }
    }
}

/// Between which two groups was measured what is known of these two.
std::pair<std::size_t, std::size_t> GroupRepresentatives::speakers_for(std::size_t one, std::size_t other) const {
    if (speakers_[one].empty() || speakers_[other].empty()) {
        return {one, other};
    }
    const auto [first, second] = std::ranges::mismatch(speakers_[one], speakers_[other]);
    return {*first, *second};
}

bool GroupRepresentatives::speak_for_themselves(std::size_t one, std::size_t other) const {
    return speakers_for(one, other) == std::pair(one, other);
}

void GroupRepresentatives::learn(const std::vector<double>& distances, double resolution) {
    known_.add(wanted_, distances, resolution);
    go_on();
}

/// Asks for what the next stage needs that needs anything.
void GroupRepresentatives::go_on() {
    wanted_.clear();
    while (wanted_.empty() && stage_ != Stage::kOver) {
        switch (stage_) {
            case Stage::kRepresentatives:
                stage_ = Stage::kNearGroups;
                wanted_ = rounds_of(pairs_of_near_groups(), known_.num_hosts());
                break;
            case Stage::kNearGroups:
                stage_ = Stage::kDetours;
                break;
            case Stage::kDetours:
                if (looks_++ < policy::kFurtherLooks) {
                    wanted_ = rounds_of(pairs_slower_than_a_detour(), known_.num_hosts());
                }
                stage_ = wanted_.empty() ? Stage::kOver : Stage::kDetours;
                break;
            case Stage::kOver:
                break;
        }
    }
}

std::vector<int> GroupRepresentatives::representatives(std::size_t group) const {
    const std::vector<int>& hosts = groups_[group];
    return {hosts.begin(),
            hosts.begin() + static_cast<std::ptrdiff_t>(std::min(hosts.size(), policy::kRepresentatives))};
}

std::vector<HostPair> GroupRepresentatives::pairs_of_representatives() const {
    std::vector<HostPair> pairs;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        const std::vector<int> own = representatives(group);
        for (std::size_t i = 0; i < own.size(); ++i) {
            for (std::size_t j = i + 1; j < own.size(); ++j) {
                if (!known_.between(own[i], own[j])) {
                    pairs.emplace_back(own[i], own[j]);
                }
            }
        }
        // Once more, if a landmark knew it: a host may be a group of its own because it was disturbed just then.
        for (std::size_t other = group + 1; other < groups_.size(); ++other) {
            if (!speak_for_themselves(group, other)) {
                continue;
            }
            pairs.emplace_back(own.front(), groups_[other].front());
            const HostPair second(own.back(), representatives(other).back());
            if (second != pairs.back()) {
                pairs.push_back(second);
            }
        }
    }
    return pairs;
}

/// The longest distance between representatives; 0 of a single host.
double GroupRepresentatives::width(std::size_t group) const {
    const std::vector<int> own = representatives(group);
    double result = 0.0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        for (std::size_t j = i + 1; j < own.size(); ++j) {
            result = std::max(result, known_.compared(own[i], own[j]));
        }
    }
    return result;
}

/// Groups that the method might join: two distances between them are too few for that.
std::vector<HostPair> GroupRepresentatives::pairs_of_near_groups() const {
    const double near = (1.0 + tolerance_) * (1.0 + tolerance_);
    std::vector<double> widths;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        widths.push_back(width(group));
    }
    std::vector<HostPair> pairs;
    for (std::size_t one = 0; one < groups_.size(); ++one) {
        for (std::size_t other = one + 1; other < groups_.size(); ++other) {
            if (!speak_for_themselves(one, other)) {
                continue;
            }
            const double apart = std::min(known_.compared(groups_[one].front(), groups_[other].front()),
                                          known_.compared(representatives(one).back(), representatives(other).back()));
            if (apart > near * std::max(widths[one], widths[other])) {
                continue;
            }
            for (const int a : representatives(one)) {
                for (const int b : representatives(other)) {
                    if (!known_.between(a, b)) {
                        pairs.emplace_back(a, b);
                    }
                }
            }
        }
    }
    return pairs;
}

/// Of the groups' first hosts: a process that did not get a core when it mattered looks like a distant host.
std::vector<HostPair> GroupRepresentatives::pairs_slower_than_a_detour() const {
    const int size = static_cast<int>(groups_.size());
    const std::vector<int> group_of = group_of_host();
    const auto first = [&](int group) { return groups_[static_cast<std::size_t>(group)].front(); };
    base::SquareMatrix<double> seconds(size, 0.0);
    for (int one = 0; one < size; ++one) {
        for (int other = 0; other < size; ++other) {
            seconds(one, other) = one == other ? 0.0 : between(first(one), first(other), group_of);
        }
    }
    std::vector<HostPair> pairs;
    for (int one = 0; one < size; ++one) {
        for (int other = one + 1; other < size; ++other) {
            if (speak_for_themselves(static_cast<std::size_t>(one), static_cast<std::size_t>(other)) &&
                slower_than_a_detour(seconds, one, other)) {
                pairs.emplace_back(first(one), first(other));
            }
        }
    }
    return pairs;
}

std::vector<int> GroupRepresentatives::group_of_host() const {
    std::vector<int> result(static_cast<std::size_t>(known_.num_hosts()), 0);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        for (const int host : groups_[group]) {
            result[static_cast<std::size_t>(host)] = static_cast<int>(group);
        }
    }
    return result;
}

double GroupRepresentatives::between(int a, int b, const std::vector<int>& group_of) const {
    if (known_.between(a, b)) {
        return known_.compared(a, b);
    }
    const auto one = static_cast<std::size_t>(group_of[static_cast<std::size_t>(a)]);
    const auto other = static_cast<std::size_t>(group_of[static_cast<std::size_t>(b)]);
    if (one == other) {
        return known_.compared(groups_[one][0], groups_[one][1]);
    }
    const auto [first, second] = speakers_for(one, other);
    return known_.compared(groups_[first].front(), groups_[second].front());
}

clustering::Partition GroupRepresentatives::partition(const clustering::Method& method,
                                                      const std::vector<std::string>& names) const {
    assert(wanted_.empty() && static_cast<int>(names.size()) == known_.num_hosts());
    const std::vector<int> group_of = group_of_host();
    std::vector<int> hosts;
    platform::DistanceMatrix matrix;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        for (const int host : representatives(group)) {
            hosts.push_back(host);
            matrix.names.push_back(names[static_cast<std::size_t>(host)]);
        }
    }
    matrix.distances = base::SquareMatrix<std::optional<double>>(matrix.size());
    for (std::size_t a = 0; a < hosts.size(); ++a) {
        for (std::size_t b = 0; b < hosts.size(); ++b) {
            if (a != b) {
                matrix.distances(static_cast<int>(a), static_cast<int>(b)) = between(hosts[a], hosts[b], group_of);
            }
        }
    }
    const clustering::Partition clusters =
        clustering::measured_partition(method, matrix, tolerance_, policy::kFarApart.value());
    std::vector<std::map<std::size_t, int>> votes(groups_.size());  // [group][cluster]
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
        for (const int representative : clusters[cluster]) {
            const int host = hosts[static_cast<std::size_t>(representative)];
            ++votes[static_cast<std::size_t>(group_of[static_cast<std::size_t>(host)])][cluster];
        }
    }
    std::vector<int> labels(names.size(), 0);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        const auto most = std::max_element(votes[group].begin(), votes[group].end(),
                                           [](const auto& x, const auto& y) { return x.second < y.second; });
        for (const int host : groups_[group]) {
            labels[static_cast<std::size_t>(host)] = static_cast<int>(most->first);
        }
    }
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
        for (const int representative : clusters[cluster]) {
            const auto host = static_cast<std::size_t>(hosts[static_cast<std::size_t>(representative)]);
            if (groups_[static_cast<std::size_t>(group_of[host])].size() <= policy::kRepresentatives) {
                labels[host] = static_cast<int>(cluster);  // nobody follows
            }
        }
    }
    return clustering::partition_by_label(labels);
}

}  // namespace causeway::discovery
