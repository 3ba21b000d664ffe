/// When links are measured again.
#pragma once

namespace causeway::interpose {

/// Decides on one rank, rank 0 of the communicator, when links are measured. Times are seconds on the clock of
/// MPI_Wtime.
class MeasuringTimes {
public:
    /// `share`: of the time since `start` that may be spent.
    MeasuringTimes(double share, double start);

    /// Whether to measure now as calls take longer or shorter than they did. The last measurement need not be within
    /// the share yet: what changes back soon after a change is not left waiting.
    [[nodiscard]] bool may_follow_alarm(double now) const;
    /// Whether to measure now without a reason.
    [[nodiscard]] bool is_time_for_a_look(double now) const;

    /// What a measurement cost, and whether it found that something had changed.
    void measured(double now, double seconds, bool has_changed, bool was_alarm);

private:
    double share_;
    double start_;
    double spent_ = 0.0;
    double last_ = 0.0;  ///< of that, the last measurement's
    double next_look_;
    double look_interval_;
    double no_alarm_before_ = 0.0;
    double alarm_interval_ = 0.0;
};

}  // namespace causeway::interpose
