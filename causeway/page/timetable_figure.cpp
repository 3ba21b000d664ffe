#include "causeway/page/timetable_figure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::page {

namespace {

/// Of a period: what rounding may leave free.
constexpr double kAllTheTime = 1.0 - 1e-6;

/// What resources are busy with in a period.
class Lanes {
public:
    explicit Lanes(const graph::Resources& resources, double period)
        : resources_(resources),
          period_(period),
          lanes_(static_cast<std::size_t>(resources.size())),
          busy_(lanes_.size()) {}

    /// `start`: in whichever period.
    void add(int resource, double start, double duration) {
        if (!(duration > 0.0)) {
            return;
        }
        report::TimeLane& lane = lanes_[static_cast<std::size_t>(resource)];
        const double begin = start - period_ * std::floor(start / period_);
        const double end = begin + duration;
        lane.bars.push_back({begin, std::min(end, period_)});
        if (end > period_) {
            lane.bars.push_back({0.0, end - period_});
        }
        busy_[static_cast<std::size_t>(resource)] += duration;
    }

    [[nodiscard]] report::TimeLine time_line(const std::string& description) {
        report::TimeLine result{.description = description, .end = period_, .lanes = {}, .axis = "time in the period"};
        for (std::size_t r = 0; r < lanes_.size(); ++r) {
            if (!lanes_[r].bars.empty()) {
                lanes_[r].name = resources_[static_cast<int>(r)].name;
                lanes_[r].stands_out = busy_[r] >= kAllTheTime * period_;
                result.lanes.push_back(std::move(lanes_[r]));
            }
        }
        return result;
    }

private:
    const graph::Resources& resources_;
    double period_;
    std::vector<report::TimeLane> lanes_;  ///< [resource]
    std::vector<double> busy_;             ///< [resource]
};

}  // namespace

report::TimeLine time_line_of(const steady_state::Timetable& timetable, const graph::Resources& resources,
                              const std::string& description) {
    Lanes lanes(resources, timetable.period.value());
    for (const steady_state::TimedTransfer& transfer : timetable.transfers) {
        for (const graph::Use& use : resources.of_edge(transfer.edge)) {
            lanes.add(use.resource, (transfer.start + use.after).value(), use.time.value());
        }
    }
    return lanes.time_line(description);
}

report::TimeLine time_line_of(const steady_state::PeriodicSchedule& schedule, const graph::Resources& resources,
                              const std::string& description) {
    Lanes lanes(resources, schedule.period.value());
    Seconds begin;
    for (const steady_state::Round& round : schedule.rounds) {
        for (const int edge : round.edges) {
            for (const graph::Use& use : resources.of_edge(edge)) {
                lanes.add(use.resource, begin.value(), round.duration.value());
            }
        }
        begin += round.duration;
    }
    return lanes.time_line(description);
}

}  // namespace causeway::page
