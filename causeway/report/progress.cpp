#include "causeway/report/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace causeway::report {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPatience = std::chrono::seconds(2);
constexpr auto kRefresh = std::chrono::milliseconds(100);
constexpr int kBarWidth = 30;

}  // namespace

Progress::Progress() : started_(Clock::now()), drawn_(started_), is_terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (visible_) {
        std::fputs("\r\033[K", stderr);
    }
}

void Progress::show(double fraction, std::string_view what) {
    const auto now = Clock::now();
    if (!is_terminal_ || now - started_ < kPatience || now - drawn_ < kRefresh) {
        return;
    }
    drawn_ = now;
    visible_ = true;
    const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * kBarWidth);
    const std::string text = fmt::format("\r\033[K[{:#>{}}{:.>{}}] {:3.0f} % {}", "", filled, "", kBarWidth - filled,
                                         100.0 * fraction, what);
    std::fputs(text.c_str(), stderr);
}

}  // namespace causeway::report
