/// By how much a distant clock is ahead, out of ping-pongs with it.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/policy/measurement.hpp"

namespace causeway::discovery {

/// What one side learnt from its ping-pongs with the reference: the reference's clock was ahead of ours
/// by something in [low, high].
struct OffsetBounds {
    Seconds low = Seconds(0.0) - Seconds::infinity();
    Seconds high = Seconds::infinity();

    /// Narrowed by one ping-pong: asked at `sent` and answered at `received` by our clock; the
    /// reference's read `reference` in between.
    [[nodiscard]] OffsetBounds narrowed(Seconds sent, Seconds reference, Seconds received) const;

    [[nodiscard]] Seconds middle() const { return 0.5 * (low + high); }
};

/// Ping-pongs until they tell nothing new: thirty at most, and no more once `patience` in a row have not narrowed the
/// bounds by more than a twentieth.
class OffsetEstimate {
public:
    explicit OffsetEstimate(int patience = policy::kPatienceOfClock) : patience_(patience) {}

    /// Whether another ping-pong may tell more.
    [[nodiscard]] bool wants_another() const;

    /// One ping-pong, as for `OffsetBounds::narrowed`.
    void add(Seconds sent, Seconds reference, Seconds received);

    [[nodiscard]] const OffsetBounds& bounds() const { return bounds_; }

private:
    int patience_;
    OffsetBounds bounds_;
    int ping_pongs_ = 0;
    int without_progress_ = 0;  ///< the last ones
};

}  // namespace causeway::discovery
