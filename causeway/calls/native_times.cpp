#include "causeway/calls/native_times.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/planner/prediction.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

using statistics::PiecewiseLinear;

PiecewiseLinear scaled(const PiecewiseLinear& seconds, const platform::Placement& placement,
                       const model::NetworkModel& now, const model::NetworkModel& before) {
    std::vector<PiecewiseLinear::Point> points(seconds.points().begin(), seconds.points().end());
    for (PiecewiseLinear::Point& point : points) {
        const Bytes size(std::max<std::int64_t>(1, static_cast<std::int64_t>(point.x)));
        const Seconds then = planner::flat_estimate(placement, 0, size, before);
        const Seconds today = planner::flat_estimate(placement, 0, size, now);
        if (then > Seconds(0.0) && then < Seconds::infinity() && today < Seconds::infinity()) {
            point.y *= today / then;
        }
    }
    return PiecewiseLinear(std::move(points));
}

}  // namespace

void scale_native_times(platform::Platform& platform, const platform::Platform& measured) {
    for (platform::NativeTime& native : platform.native) {
        const std::optional<platform::Placement> placement = platform::placement_of(measured, native.hosts);
        if (placement) {
            const model::GridPlogp now(platform, *placement);
            const model::GridPlogp before(measured, *placement);
            native.seconds = scaled(native.seconds, *placement, now, before);
        }
    }
}

}  // namespace causeway::calls
