#include "causeway/planner/native_time.hpp"

namespace causeway::planner {

std::optional<Seconds> measured_native_time(const platform::Platform& platform, std::string_view collective,
                                            const std::vector<std::string>& host_names, Bytes message) {
    for (const platform::NativeTime& native : platform.native) {
        if (native.collective == collective && native.hosts == host_names) {
            return Seconds(native.seconds(static_cast<double>(message.value())));
        }
    }
    return std::nullopt;
}

}  // namespace causeway::planner
