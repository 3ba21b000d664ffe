#include "causeway/planner/measured_native.hpp"

#include "causeway/policy/choice.hpp"

namespace causeway::planner {

namespace {

using statistics::PiecewiseLinear;

/// Whether the table says what so many bytes take: it goes that far, or far enough that what it grows by is known.
bool reaches(const PiecewiseLinear& table, double size) {
    const auto points = table.points();
    return size <= points.back().x || (points.size() > 1 && size <= policy::kMostBeyondMeasured * points.back().x);
}

}  // namespace

std::optional<Seconds> measured_native(const platform::Platform& platform, std::string_view collective,
                                       const std::vector<std::string>& host_names, Bytes message) {
    const auto size = static_cast<double>(message.value());
    for (const platform::NativeTime& native : platform.native) {
        if (native.collective == collective && native.hosts == host_names && reaches(native.seconds, size)) {
            return Seconds(native.seconds(size));
        }
    }
    return std::nullopt;
}

}  // namespace causeway::planner
