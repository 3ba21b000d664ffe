#include "causeway/discovery/link_pace.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace causeway::discovery {

namespace {

constexpr int kLeastMessages = 24;
constexpr int kMostMessages = 80;
/// TCP needs a few round trips to send as fast as the link carries; after two and a half times what is under way in one
/// it does.
constexpr double kFill = 2.5;
/// What the second part may take at the rate of the first.
constexpr Seconds kLongest(0.15);
constexpr Seconds kLeastGap(1e-6);

}  // namespace

int messages_of_second_part(const std::vector<double>& first, Seconds round_trip, Seconds expected_gap) {
    assert(first.size() == kFirstMessages);
    constexpr int kHalf = kFirstMessages / 2;
    const Seconds pace = std::max(kLeastGap, Seconds((first[kFirstMessages - 1] - first[kHalf - 1]) / kHalf));
    const double filling = std::ceil(kFill * (round_trip / std::max(kLeastGap, expected_gap)));
    const int wanted = kLeastMessages + static_cast<int>(std::min<double>(filling, kMostMessages));
    return std::clamp(static_cast<int>(std::min<double>(kLongest / pace, kMostMessages)), kFirstMessages,
                      std::min(wanted, kMostMessages));
}

Seconds pace_of(const std::vector<double>& arrivals) {
    const std::size_t begin = arrivals.size() / 3;
    const std::size_t stretch = (arrivals.size() - begin) / 2;
    std::vector<double> durations;
    for (std::size_t i = begin; i + stretch < arrivals.size(); ++i) {
        durations.push_back(arrivals[i + stretch] - arrivals[i]);
    }
    return Seconds(statistics::median(durations) / static_cast<double>(stretch));
}

}  // namespace causeway::discovery
