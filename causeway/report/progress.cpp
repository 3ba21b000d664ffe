#include "causeway/report/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include <unistd.h>

namespace causeway::report {

namespace {

constexpr auto kPatience = std::chrono::seconds(2);
constexpr auto kRefresh = std::chrono::milliseconds(100);
constexpr auto kBetweenLines = std::chrono::seconds(5);
constexpr int kBarWidth = 30;

std::string bar(double fraction) {
    const int filled = static_cast<int>(fraction * kBarWidth);
    return fmt::format("[{:#>{}}{:.>{}}]", "", filled, "", kBarWidth - filled);
}

}  // namespace

Progress::Progress(WithoutTerminal told)
    : started_(Clock::now()),
      shown_(started_),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      is_silent_(!is_terminal_ && told == WithoutTerminal::kNothing) {}

Progress::~Progress() {
    if (is_drawn_) {
        std::fputs("\r\033[K", stderr);
    }
}

void Progress::show(double fraction, std::string_view what, Clock::time_point now) {
    const Clock::duration least = is_terminal_ ? Clock::duration(kRefresh) : Clock::duration(kBetweenLines);
    if (is_silent_ || now - started_ < kPatience || now - shown_ < least) {
        return;
    }
    shown_ = now;
    const double part = std::clamp(fraction, 0.0, 1.0);
    const std::string text = fmt::format("{:3.0f} % {}", 100.0 * part, what);
    if (is_terminal_) {
        is_drawn_ = true;
        fmt::print(stderr, "\r\033[K{} {}", bar(part), text);
    } else {
        fmt::print(stderr, "causeway: {}\n", text);
    }
}

}  // namespace causeway::report
