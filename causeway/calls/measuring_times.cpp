#include "causeway/calls/measuring_times.hpp"

#include <algorithm>

namespace causeway::calls {

namespace {

/// Without a reason, links are first looked at after a minute, and then ever more rarely.
constexpr double kFirstLook = 60.0;
constexpr double kLongestInterval = 1200.0;
/// No sooner than this after a change, however little a measurement costs.
constexpr double kShortestInterval = 1.0;

}  // namespace

MeasuringTimes::MeasuringTimes(double share, double start)
    : share_(share), start_(start), next_look_(start + kFirstLook), look_interval_(kFirstLook) {}

bool MeasuringTimes::may_follow(Occasion occasion, double now) const {
    return (occasion == Occasion::recovery || now >= no_alarm_before_) && spent_ - last_ <= share_ * (now - start_);
}

bool MeasuringTimes::is_time_for_a_look(double now) const {
    return now >= next_look_ && spent_ <= share_ * (now - start_);
}

bool MeasuringTimes::is_time_for_a_peek(double now) const {
    return now >= next_peek_;
}

void MeasuringTimes::peeked(double now, double seconds) {
    next_peek_ = now + std::min(peek_factor_ * seconds / share_, kLongestInterval);
}

void MeasuringTimes::measured(double now, double seconds, bool has_changed, Occasion occasion) {
    spent_ += seconds;
    last_ = seconds;
    const double shortest = std::clamp(seconds / share_, kShortestInterval, kLongestInterval);
    if (has_changed) {
        look_interval_ = shortest;
        alarm_interval_ = 0.0;
        next_peek_ = now;
        peek_factor_ = 1.0;
    } else {
        look_interval_ = std::clamp(2.0 * look_interval_, shortest, kLongestInterval);
    }
    next_look_ = now + look_interval_;
    if (occasion == Occasion::recovery && !has_changed) {
        peek_factor_ *= 2.0;
    }
    if (occasion == Occasion::alarm && !has_changed) {
        alarm_interval_ = std::clamp(2.0 * alarm_interval_, shortest, kLongestInterval);
        no_alarm_before_ = now + alarm_interval_;
    }
}

}  // namespace causeway::calls
