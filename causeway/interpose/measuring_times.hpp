/// When links are measured again.
#pragma once

namespace causeway::interpose {

/// Decides on one rank, rank 0 of the communicator, when links are measured. Times are seconds on the clock of
/// MPI_Wtime.
class MeasuringTimes {
public:
    /// `share`: of the time since `start` that may be spent.
    MeasuringTimes(double share, double start);

    /// Whether to measure now, with this reason.
    [[nodiscard]] bool may_follow_alarm(double now) const;
    [[nodiscard]] bool is_time_for_a_look(double now) const;

    /// What a measurement cost, and whether it found that something had changed.
    void measured(double now, double seconds, bool has_changed, bool was_alarm);

private:
    [[nodiscard]] bool is_within_share(double now) const;

    double share_;
    double start_;
    double spent_ = 0.0;
    double next_look_;
    double look_interval_;
    double no_alarm_before_ = 0.0;
    double alarm_interval_ = 0.0;
};

}  // namespace causeway::interpose
