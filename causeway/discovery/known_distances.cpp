#include "causeway/discovery/known_distances.hpp"

#include "causeway/discovery/disjoint_steps.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>

namespace causeway::discovery {

namespace {

std::uint64_t key_of(int a, int b) {
    const auto low = static_cast<std::uint64_t>(std::min(a, b));
    const auto high = static_cast<std::uint64_t>(std::max(a, b));
    return high << 32U | low;
}

}  // namespace

std::vector<Round> rounds_of(const std::vector<HostPair>& pairs, int num_hosts) {
    std::vector<std::vector<int>> hosts;
    hosts.reserve(pairs.size());
    for (const HostPair& pair : pairs) {
        hosts.push_back({pair.first, pair.second});
    }
    std::vector<Round> rounds;
    for (const std::vector<std::size_t>& step : disjoint_steps(hosts, num_hosts, 0)) {
        Round round;
        for (const std::size_t pair : step) {
            round.push_back({.centre = pairs[pair].first, .rays = {pairs[pair].second}});
        }
        rounds.push_back(std::move(round));
    }
    return rounds;
}

KnownDistances::KnownDistances(int num_hosts)
    : nearest_(static_cast<std::size_t>(num_hosts), std::numeric_limits<double>::infinity()) {}

void KnownDistances::add(const std::vector<Round>& rounds, const std::vector<double>& distances, double resolution) {
    resolution_ = resolution;
    auto next = distances.begin();
    for (const Round& round : rounds) {
        for (const Star& star : round) {
            for (const int ray : star.rays) {
                assert(next != distances.end());
                const double distance = *next++;
                double& known = distances_.emplace(key_of(star.centre, ray), distance).first->second;
                known = std::min(known, distance);
                for (const int end : {star.centre, ray}) {
                    double& nearest = nearest_[static_cast<std::size_t>(end)];
                    nearest = std::min(nearest, distance);
                }
            }
        }
    }
    assert(next == distances.end());
}

std::optional<double> KnownDistances::between(int a, int b) const {
    const auto entry = distances_.find(key_of(a, b));
    return entry == distances_.end() ? std::nullopt : std::optional<double>(entry->second);
}

double KnownDistances::compared(int a, int b) const {
    return distances_.at(key_of(a, b)) + resolution_;
}

}  // namespace causeway::discovery
