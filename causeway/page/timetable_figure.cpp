#include "causeway/page/timetable_figure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace causeway::page {

namespace {

/// Of a period: what rounding may leave free.
constexpr double kAllTheTime = 1.0 - 1e-6;

}  // namespace

report::TimeLine time_line_of(const steady_state::Timetable& timetable, const graph::Resources& resources,
                              const std::string& description) {
    const double period = timetable.period.value();
    std::vector<report::TimeLane> lanes(static_cast<std::size_t>(resources.size()));
    std::vector<double> busy(lanes.size(), 0.0);
    for (const steady_state::TimedTransfer& transfer : timetable.transfers) {
        for (const graph::Use& use : resources.of_edge(transfer.edge)) {
            if (!(use.time > Seconds(0.0))) {
                continue;
            }
            const auto r = static_cast<std::size_t>(use.resource);
            const double start = (transfer.start + use.after).value();
            const double begin = start - period * std::floor(start / period);
            const double end = begin + use.time.value();
            lanes[r].bars.push_back({begin, std::min(end, period)});
            if (end > period) {
                lanes[r].bars.push_back({0.0, end - period});
            }
            busy[r] += use.time.value();
        }
    }
    report::TimeLine result{.description = description, .end = period, .lanes = {}};
    for (std::size_t r = 0; r < lanes.size(); ++r) {
        if (!lanes[r].bars.empty()) {
            lanes[r].name = resources[static_cast<int>(r)].name;
            lanes[r].stands_out = busy[r] >= kAllTheTime * period;
            result.lanes.push_back(std::move(lanes[r]));
        }
    }
    return result;
}

}  // namespace causeway::page
