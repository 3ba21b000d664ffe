/// When the program comes by and carries on what is under way, in its own time.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>

namespace causeway::calls {

/// Our own thread leaves carrying on to threads of the program while they come by as often as they usually do: one that
/// tests every millisecond has work done there, and two at once would only wait for each other inside of the MPI
/// library. By any thread; two that come by at once may count as one.
class Visits {
public:
    using Clock = std::chrono::steady_clock;

    /// What comes again so soon is the same call of MPI.
    static constexpr Clock::duration kOneVisit = std::chrono::microseconds(50);
    /// Who comes by less often has our thread carry on in between.
    static constexpr Clock::duration kSeldom = std::chrono::milliseconds(2);

    /// The program came by.
    void note(Clock::time_point now) noexcept {
        const Clock::rep at = now.time_since_epoch().count();
        const Clock::rep between = at - last_.exchange(at, std::memory_order_relaxed);
        if (between > kOneVisit.count()) {
            between_.store(between, std::memory_order_relaxed);
        }
    }

    /// Something was begun: how often the program will come by for it is not known.
    void begin_anew(Clock::time_point now) noexcept {
        last_.store(now.time_since_epoch().count(), std::memory_order_relaxed);
        between_.store(0, std::memory_order_relaxed);
    }

    /// How long it may still stay away before our own thread is to carry on; 0 or less: it has stayed too long.
    [[nodiscard]] Clock::duration patience(Clock::time_point now) const noexcept {
        const Clock::rep usual =
            std::clamp(between_.load(std::memory_order_relaxed), kOneVisit.count(), kSeldom.count());
        return Clock::duration(last_.load(std::memory_order_relaxed) + 2 * usual - now.time_since_epoch().count());
    }

private:
    std::atomic<Clock::rep> last_{0};
    std::atomic<Clock::rep> between_{0};  ///< the last two; 0: not known
};

}  // namespace causeway::calls
