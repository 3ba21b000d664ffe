#include "causeway/discovery/handshake.hpp"

#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace causeway::discovery {

std::pair<int, int> clusters_for_handshake(const base::SquareMatrix<Seconds>& between) {
    assert(between.size() > 1);
    std::pair<int, int> best{0, 1};
    for (int a = 0; a < between.size(); ++a) {
        for (int b = a + 1; b < between.size(); ++b) {
            const Seconds known = between(best.first, best.second);
            const bool is_nearer = between(a, b) >= policy::kLongWayForHandshake && between(a, b) < known;
            if (known < policy::kLongWayForHandshake ? between(a, b) > known : is_nearer) {
                best = {a, b};
            }
        }
    }
    return best;
}

std::vector<Bytes> sizes_for_late_receiver(const SendThreshold& known) {
    std::vector<Bytes> result;
    if (!known.at_most && !known.above) {
        for (Bytes size = policy::kShortestHandshakeTried; size <= policy::kLongestHandshakeTried; size = 2 * size) {
            result.push_back(size);
        }
        return result;
    }
    if (!known.at_most || !known.above || 2 * *known.at_most != *known.above) {
        return result;
    }
    const std::int64_t step = known.at_most->value() / policy::kStepsBetweenPowers;
    for (int i = 1; i < policy::kStepsBetweenPowers; ++i) {
        result.push_back(*known.at_most + Bytes(i * step));
    }
    return result;
}

SendThreshold narrowed(const SendThreshold& known, std::span<const Bytes> sizes, const std::vector<bool>& has_left) {
    assert(sizes.size() == has_left.size());
    SendThreshold result = known;
    const auto first_waiting = static_cast<std::size_t>(std::ranges::find(has_left, false) - has_left.begin());
    if (first_waiting > 0) {
        result.at_most = sizes[first_waiting - 1];
    }
    if (first_waiting < sizes.size()) {
        result.above = sizes[first_waiting];
    }
    return result;
}

int round_trips_of_handshake(Seconds with, Seconds without, Seconds round_trip) {
    if (!(round_trip > Seconds(0.0))) {
        return 1;
    }
    const bool does_show = round_trip >= 2.0 * policy::kLongWayForHandshake;
    const double found = std::clamp((with - without) / round_trip, does_show ? 0.0 : 1.0,
                                    static_cast<double>(policy::kMostTripsOfHandshake));
    return static_cast<int>(found + policy::kLessThanTrip);
}

}  // namespace causeway::discovery
