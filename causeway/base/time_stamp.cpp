#include "causeway/base/time_stamp.hpp"

#include <array>
#include <ctime>

namespace causeway::base {

std::string time_stamp() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};  // until the year 10^12
    (void)std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
    return text.data();
}

}  // namespace causeway::base
