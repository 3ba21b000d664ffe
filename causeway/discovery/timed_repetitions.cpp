#include "causeway/discovery/timed_repetitions.hpp"

#include "causeway/base/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>

namespace causeway::discovery {

namespace {

bool are_tight(const std::vector<Seconds>& samples, double tight) {
    if (samples.size() < 2) {
        return false;
    }
    std::vector<double> values;
    for (const Seconds sample : samples) {
        values.push_back(sample.value());
    }
    const statistics::Summary summary = statistics::summarise(values);
    return 0.5 * (summary.median_high - summary.median_low) < tight * summary.median;
}

}  // namespace

Seconds margin_after(Seconds announcing) {
    return policy::kSafetyOfStart * announcing + policy::kLeastMargin;
}

bool TimedRepetitions::wants_another() const {
    return static_cast<int>(samples_.size()) < options_.repetitions && !are_tight(samples_, options_.tight);
}

void TimedRepetitions::add(const Repetition& repetition) {
    if (repetition.made + repetition.announcing <= repetition.start) {
        samples_.push_back(repetition.duration);
        late_in_a_row_ = 0;
    } else if (++late_in_a_row_ > policy::kMostLateInARow) {
        throw base::Error("the processes cannot agree on a moment to start: one of them is always late");
    } else {
        margin_ = 2.0 * margin_;
    }
    margin_ = std::max(margin_, margin_after(repetition.announcing));
}

}  // namespace causeway::discovery
