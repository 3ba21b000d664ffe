#include "causeway/discovery/clock_offset.hpp"

#include <algorithm>

namespace causeway::discovery {

namespace {

constexpr int kMostPingPongs = 30;
// The smallest round trip is believed when this many ping-pongs in a row did not narrow the bounds by
// more than kNarrower.
constexpr int kPatience = 8;
constexpr double kNarrower = 0.05;

}  // namespace

OffsetBounds OffsetBounds::narrowed(Seconds sent, Seconds reference, Seconds received) const {
    return {.low = std::max(low, reference - received), .high = std::min(high, reference - sent)};
}

bool OffsetEstimate::wants_another() const {
    return ping_pongs_ < kMostPingPongs && without_progress_ < kPatience;
}

void OffsetEstimate::add(Seconds sent, Seconds reference, Seconds received) {
    const OffsetBounds narrower = bounds_.narrowed(sent, reference, received);
    const bool progress = !(narrower.high - narrower.low > (1.0 - kNarrower) * (bounds_.high - bounds_.low));
    without_progress_ = progress ? 0 : without_progress_ + 1;
    bounds_ = narrower;
    ++ping_pongs_;
}

}  // namespace causeway::discovery
