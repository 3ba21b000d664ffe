/// When links are measured again.
#pragma once

#include "causeway/base/units.hpp"

namespace causeway::calls {

/// Why links are measured.
enum class Occasion {
    look,      ///< without a reason, from time to time
    alarm,     ///< calls take longer or shorter than they did
    recovery,  ///< a peek at a link that had become slow found it fast
};

/// What measuring all links between so many clusters is expected to take, in seconds: in each round two parts of a look
/// (probe/link_look.hpp) each way, and what comes before. `round_trip`: of the longest link.
[[nodiscard]] double expected_measurement(int num_clusters, Seconds round_trip);

/// Decides on one rank, rank 0 of the communicator, when links are measured. Times are seconds on the clock of
/// MPI_Wtime.
class MeasuringTimes {
public:
    /// `share`: of the time since `start`, the job's, that may be spent; peeks at slow links may take as much again.
    /// `first_look`: when links may first be measured without a reason. `expected`: what the first measurement is
    /// expected to take; later ones what the last one took.
    MeasuringTimes(double share, double start, double first_look, double expected);

    /// Whether calls have lost so much, in seconds, that a measurement is worth its time.
    [[nodiscard]] bool is_worth(double lost) const;

    /// Whether all that was spent, and another measurement, is within what may be lost, in seconds.
    [[nodiscard]] bool can_be_spared(double seconds) const;

    /// Whether to measure now as calls take longer or shorter than they did, or a link has recovered. The last
    /// measurement here need not be within the share yet: what changes back soon after a change is not left waiting.
    /// `spent`: on measurements so far, here and for other communicators of this process, in seconds.
    [[nodiscard]] bool may_follow(Occasion occasion, double now, double spent) const;
    /// Whether to measure now without a reason; `spent`: as above.
    [[nodiscard]] bool is_time_for_a_look(double now, double spent) const;
    /// Whether to peek at a link that is believed to be slow.
    [[nodiscard]] bool is_time_for_a_peek(double now) const;

    /// What a measurement cost, and whether it found that something had changed.
    void measured(double now, double seconds, bool has_changed, Occasion occasion);
    /// What a peek cost.
    void peeked(double now, double seconds);

private:
    double share_;
    double start_;
    double spent_ = 0.0;  ///< here
    double last_ = 0.0;   ///< of that, the last measurement's
    double expected_;     ///< of the next one
    double next_look_;
    double look_interval_;
    double no_alarm_before_ = 0.0;
    double alarm_interval_ = 0.0;
    double next_peek_ = 0.0;
    double peek_factor_ = 1.0;  ///< of the interval between two, by which recoveries that were none make it longer
};

}  // namespace causeway::calls
