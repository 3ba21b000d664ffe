/// Which experiments between two processes, and how many within a time budget, tell their pLogP parameters.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/fit/plogp_fit.hpp"

#include <optional>
#include <vector>

namespace causeway::discovery {

/// One burst: messages sent back to back, answered by one empty message after the last.
struct BurstTime {
    Seconds total;    ///< from the first send to the answer
    Seconds sending;  ///< in the call that starts the first send
};

/// What receiving messages that had arrived before took.
struct ReceiveTime {
    Seconds each;  ///< per message
    /// Whether the sends had completed before the receives began. If not, the messages waited for a
    /// handshake and `each` is no overhead.
    bool had_arrived = false;
};

/// The experiments between two processes: with messages, or in a test with a clock of its own.
class PairExperiments {
public:
    PairExperiments() = default;
    PairExperiments(const PairExperiments&) = delete;
    PairExperiments& operator=(const PairExperiments&) = delete;
    virtual ~PairExperiments() = default;

    /// `repetitions` bursts of `messages` messages of `size` bytes each; a burst of one is a round trip
    /// with an empty answer.
    [[nodiscard]] virtual std::vector<BurstTime> bursts(Bytes size, int messages, int repetitions) = 0;

    /// Has `messages` messages of `size` bytes sent here, waits for `wait`, by when they must have arrived, then times
    /// their receives.
    [[nodiscard]] virtual ReceiveTime receive_late(Bytes size, int messages, Seconds wait) = 0;

    /// The time since some moment in the past.
    [[nodiscard]] virtual Seconds now() const = 0;
};

struct PlogpOptions {
    Bytes largest{1024 * 1024};  ///< measured up to here, if time allows
    Seconds budget{1.0};         ///< kept approximately
    /// The round trip of empty messages, if it was measured before: samples much above it are known to
    /// be disturbed.
    std::optional<Seconds> round_trip = {};
};

/// Experiments with empty messages and sizes in steps of four, and between two sizes with the middle one wherever the
/// gap bends; medians. On long routes, where each experiment costs a round trip, there are fewer small sizes, and a gap
/// that is as the rate of larger messages says is believed at once. Throws what `experiments` throws.
[[nodiscard]] fit::PlogpMeasurement measure_plogp(PairExperiments& experiments, const PlogpOptions& options);

/// Whether two gaps agree within 20 %: what is still called symmetric. The same for both orders, as both ends of a link
/// ask.
[[nodiscard]] bool is_like(Seconds gap, Seconds other);

}  // namespace causeway::discovery
