#include "causeway/calls/measuring_times.hpp"

#include "causeway/discovery/tournament.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>

namespace causeway::calls {

double expected_measurement(int num_clusters, Seconds round_trip) {
    const Seconds way = policy::kPingsOfLook * round_trip + 2.0 * policy::kLongestLook;
    return 2.0 * discovery::num_rounds(num_clusters) * way.value();
}

MeasuringTimes::MeasuringTimes(double share, double start, double first_look, double expected)
    : share_(share), start_(start), expected_(expected), next_look_(first_look), look_interval_(policy::kFirstLook) {}

bool MeasuringTimes::is_worth(double lost) const {
    return lost >= policy::kLostBeforeMeasuring * expected_;
}

bool MeasuringTimes::can_be_spared(double seconds) const {
    return spent_ + expected_ <= seconds;
}

bool MeasuringTimes::may_follow(Occasion occasion, double now, double spent) const {
    return (occasion == Occasion::recovery || now >= no_alarm_before_) && spent - last_ <= share_ * (now - start_);
}

bool MeasuringTimes::is_time_for_a_look(double now, double spent) const {
    return now >= next_look_ && spent <= share_ * (now - start_);
}

bool MeasuringTimes::is_time_for_a_peek(double now) const {
    return now >= next_peek_;
}

void MeasuringTimes::peeked(double now, double seconds) {
    next_peek_ = now + std::min(peek_factor_ * seconds / share_, policy::kLongestInterval);
}

void MeasuringTimes::measured(double now, double seconds, bool has_changed, Occasion occasion) {
    spent_ += seconds;
    last_ = seconds;
    expected_ = seconds;
    const double shortest = std::clamp(seconds / share_, policy::kShortestInterval, policy::kLongestInterval);
    if (has_changed) {
        look_interval_ = shortest;
        alarm_interval_ = 0.0;
        next_peek_ = now;
        peek_factor_ = 1.0;
    } else {
        look_interval_ = std::clamp(2.0 * look_interval_, shortest, policy::kLongestInterval);
    }
    next_look_ = now + look_interval_;
    if (occasion == Occasion::recovery && !has_changed) {
        peek_factor_ *= 2.0;
    }
    if (occasion == Occasion::alarm && !has_changed) {
        alarm_interval_ = std::clamp(2.0 * alarm_interval_, shortest, policy::kLongestInterval);
        no_alarm_before_ = now + alarm_interval_;
    }
}

}  // namespace causeway::calls
