#include "causeway/planner/measured_native.hpp"

namespace causeway::planner {

namespace {

using statistics::PiecewiseLinear;

/// Whether the table says what so many bytes take: it goes that far, or far enough that what it grows by is known.
bool reaches(const PiecewiseLinear& table, double size) {
    constexpr double kMostBeyond = 16.0;
    const auto points = table.points();
    return size <= points.back().x || (points.size() > 1 && size <= kMostBeyond * points.back().x);
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
