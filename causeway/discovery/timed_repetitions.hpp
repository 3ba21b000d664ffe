/// Which repetitions of a collective operation count, and how many are needed.
///
/// "Barrier, then time it" lies on a wide-area network: ranks leave a barrier up to one latency apart. One process
/// names a moment far enough ahead for all to hear of it in time, all sleep until it (the Round-Time method of
/// ReproMPI: Hunold and Carpen-Amarie). A repetition for which a process was late does not count, and the next moment
/// is named further ahead.
#pragma once

#include "causeway/base/units.hpp"

#include <vector>

namespace causeway::discovery {

struct TimingOptions {
    /// Samples wanted, >= 1.
    int repetitions = 10;
    /// No further repetition starts once the interval of the median reaches no further than this part of
    /// it to either side; at least two samples.
    double tight = 0.0;
    /// Runs before the first sample: the first use of a route sets up connections.
    int warm_ups = 1;
    /// No further repetition starts once so much time is used and there is one sample; the decision is
    /// rank 0's.
    Seconds budget = Seconds::infinity();
};

/// One repetition as all processes see it, in agreed time.
struct Repetition {
    Seconds made;        ///< when the moment was announced
    Seconds start;       ///< the moment
    Seconds announcing;  ///< how long the announcement took to reach the last process
    Seconds duration;    ///< from the moment until the last process was through
};

/// How far ahead of its announcement a moment must be, after one that took `announcing` to reach everyone.
[[nodiscard]] Seconds margin_after(Seconds announcing);

/// The repetitions of one operation. Equal repetitions lead to equal decisions, on all processes.
class TimedRepetitions {
public:
    /// `margin`: from the first announcement to its moment.
    TimedRepetitions(const TimingOptions& options, Seconds margin) : options_(options), margin_(margin) {}

    /// Whether more samples are needed, whatever time it is.
    [[nodiscard]] bool wants_another() const;

    /// Whether `spent` is all the time there is for those who have a sample.
    [[nodiscard]] bool is_used_up(Seconds spent) const { return !samples_.empty() && spent > options_.budget; }

    /// From the next announcement to its moment.
    [[nodiscard]] Seconds margin() const { return margin_; }

    /// Throws base::Error if too many in a row found somebody late.
    void add(const Repetition& repetition);

    /// Durations, in the order of time.
    [[nodiscard]] const std::vector<Seconds>& samples() const { return samples_; }

private:
    TimingOptions options_;
    Seconds margin_;
    std::vector<Seconds> samples_;
    int late_in_a_row_ = 0;
};

}  // namespace causeway::discovery
