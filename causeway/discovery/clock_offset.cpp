#include "causeway/discovery/clock_offset.hpp"

#include "causeway/policy/measurement.hpp"

#include <algorithm>

namespace causeway::discovery {

OffsetBounds OffsetBounds::narrowed(Seconds sent, Seconds reference, Seconds received) const {
    return {.low = std::max(low, reference - received), .high = std::min(high, reference - sent)};
}

bool OffsetEstimate::wants_another() const {
    return ping_pongs_ < policy::kMostPingPongs && without_progress_ < patience_;
}

void OffsetEstimate::add(Seconds sent, Seconds reference, Seconds received) {
    const OffsetBounds narrower = bounds_.narrowed(sent, reference, received);
    const bool progress = !(narrower.high - narrower.low > (1.0 - policy::kNarrower) * (bounds_.high - bounds_.low));
    without_progress_ = progress ? 0 : without_progress_ + 1;
    bounds_ = narrower;
    ++ping_pongs_;
}

}  // namespace causeway::discovery
