#include "causeway/statistics/slowdown.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <vector>

namespace causeway::statistics {

void Slowdown::add(double seconds, double whole) {
    ++count_;
    if (count_ <= kIgnored) {
        return;
    }
    last_[(count_ - kIgnored - 1) % kWindow] = seconds;
    if (!usual_ && count_ == kIgnored + kWindow) {
        usual_ = median(std::vector<double>(last_.begin(), last_.end()));
    } else if (usual_) {
        const double allowed = *usual_ + kHalfOfSlow * std::max(*usual_, whole);
        lost_ = std::max(0.0, lost_ + seconds - allowed);
    }
}

std::optional<Slowdown::Excess> Slowdown::excess(std::size_t place, double whole) const {
    if (!usual_ || !(*usual_ > 0.0)) {
        return std::nullopt;
    }
    std::array<double, kWindow> sorted = last_;
    std::sort(sorted.begin(), sorted.end());
    return Excess{.seconds = sorted[place] - *usual_, .longest = std::max(*usual_, whole)};
}

std::optional<double> Slowdown::ratio(double whole) const {
    const std::optional<Excess> found = excess(kWindow / 4, whole);
    return found ? std::optional((found->seconds + found->longest) / found->longest) : std::nullopt;
}

std::optional<double> Slowdown::speedup(double whole) const {
    const std::optional<Excess> found = excess(kWindow - 1 - kWindow / 4, whole);
    return found ? std::optional(found->longest / (found->longest + found->seconds)) : std::nullopt;
}

}  // namespace causeway::statistics
