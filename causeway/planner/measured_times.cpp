#include "causeway/planner/measured_times.hpp"

namespace causeway::planner {

MeasuredTimes measured_times(const platform::Platform& platform, std::string_view collective,
                             const std::vector<std::string>& host_names, Bytes message) {
    MeasuredTimes result;
    for (const platform::NativeTime& native : platform.native) {
        if (native.collective == collective && native.hosts == host_names) {
            const auto size = static_cast<double>(message.value());
            result.native = Seconds(native.seconds(size));
            for (const platform::StrategyTime& one : native.strategies) {
                const auto& points = one.seconds.points();
                const strategy::BroadcastStrategy* strategy = strategy::broadcast_strategies().find(one.strategy);
                if (strategy != nullptr && size >= points.front().x && size <= points.back().x) {
                    result.strategies.emplace(strategy, Seconds(one.seconds(size)));
                }
            }
        }
    }
    return result;
}

}  // namespace causeway::planner
