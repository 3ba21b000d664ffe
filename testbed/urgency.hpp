/// Who runs first when there are more ranks than processors: the router, or nothing it says about the
/// network is true. And how fast a processor with nothing to do is back at work.
#pragma once

#include "testbed/system.hpp"

#include "causeway/base/units.hpp"

#include <cstdint>

namespace causeway::testbed {

/// How the router came to run before others; the best that the system allowed.
enum class Urgency : std::uint8_t { kOrdinary, kNice, kRealTime };

/// Asks the system to run the calling process before others.
[[nodiscard]] Urgency raise_urgency();

/// Lets the calling process take its turn with others.
[[nodiscard]] Urgency lower_urgency();

/// Puts the calling process and its children into a session of their own that runs behind others: what
/// is left to an ordinary user, who cannot raise the router.
void give_way_in_own_session();

/// Keeps the machine's processors from falling asleep while packets flow. An idle processor takes its time to wake up,
/// on a virtual machine some 50 us; without this each packet pays for it at the router, at its due time and in the
/// rank that waits for it, and every latency is longer than the grid says. A processor that stays awake uses power, so
/// it is let go a moment after the last packet, and at the end of this object's life.
class AwakeProcessors {
public:
    /// A packet passes at `now`. Asks the kernel (/dev/cpu_dma_latency) to keep processors awake; without the right to
    /// ask, nothing changes.
    void keep(Seconds now);

    /// Lets them sleep if no packet has passed for a while.
    void let_go_if_quiet(Seconds now);

    /// When `let_go_if_quiet` has something to do; infinity while they may sleep.
    [[nodiscard]] Seconds end() const;

private:
    Descriptor request_;  ///< holds as long as it is open
    Seconds last_packet_{0};
    bool is_refused_ = false;
};

}  // namespace causeway::testbed
