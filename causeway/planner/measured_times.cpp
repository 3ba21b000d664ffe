#include "causeway/planner/measured_times.hpp"

#include <algorithm>

namespace causeway::planner {

namespace {

using statistics::PiecewiseLinear;

bool has_point(const PiecewiseLinear& table, double x) {
    const auto points = table.points();
    return std::any_of(points.begin(), points.end(), [&](const auto& point) { return point.x == x; });
}

/// Whether `tried` has both the points of `all` between which `size` lies.
bool is_known(const PiecewiseLinear& tried, const PiecewiseLinear& all, double size) {
    const auto points = all.points();
    const auto above =
        std::lower_bound(points.begin(), points.end(), size, [](const auto& point, double x) { return point.x < x; });
    if (above == points.end()) {
        return false;
    }
    const auto below = above->x == size || above == points.begin() ? above : above - 1;
    return below->x <= size && has_point(tried, below->x) && has_point(tried, above->x);
}

/// Whether the table says what so many bytes take: it goes that far, or far enough that what it grows by is known.
bool reaches(const PiecewiseLinear& table, double size) {
    constexpr double kMostBeyond = 16.0;
    const auto points = table.points();
    return size <= points.back().x || (points.size() > 1 && size <= kMostBeyond * points.back().x);
}

}  // namespace

MeasuredTimes measured_times(const platform::Platform& platform, std::string_view collective,
                             const std::vector<std::string>& host_names, Bytes message) {
    MeasuredTimes result;
    for (const platform::NativeTime& native : platform.native) {
        if (native.collective == collective && native.hosts == host_names) {
            const auto size = static_cast<double>(message.value());
            if (reaches(native.seconds, size)) {
                result.native = Seconds(native.seconds(size));
            }
            for (const platform::StrategyTime& one : native.strategies) {
                const strategy::BroadcastStrategy* strategy = strategy::broadcast_strategies().find(one.strategy);
                if (strategy != nullptr && is_known(one.seconds, native.seconds, size)) {
                    result.strategies.emplace(strategy, Seconds(one.seconds(size)));
                }
            }
        }
    }
    return result;
}

}  // namespace causeway::planner
