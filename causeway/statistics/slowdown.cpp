#include "causeway/statistics/slowdown.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <vector>

namespace causeway::statistics {

void Slowdown::add(double seconds) {
    ++count_;
    if (count_ <= kIgnored) {
        return;
    }
    last_[(count_ - kIgnored - 1) % kWindow] = seconds;
    if (!usual_ && count_ == kIgnored + kWindow) {
        usual_ = median(std::vector<double>(last_.begin(), last_.end()));
    }
}

std::optional<double> Slowdown::ratio(double whole) const {
    if (!usual_ || !(*usual_ > 0.0)) {
        return std::nullopt;
    }
    std::array<double, kWindow> sorted = last_;
    std::sort(sorted.begin(), sorted.end());
    const double longest = std::max(*usual_, whole);
    return (sorted[kWindow / 4] - *usual_ + longest) / longest;
}

}  // namespace causeway::statistics
