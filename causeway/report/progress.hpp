/// How far something is that takes more than two seconds: a bar on a terminal; elsewhere lines, where they are wanted.
#pragma once

#include <chrono>
#include <string_view>

namespace causeway::report {

/// What is told where the standard error is no terminal, as under a launcher, which brings it to one.
enum class WithoutTerminal { kNothing, kLines };

/// Draws on the standard error, from two seconds after its construction on, at most ten times a second, and wipes
/// itself away when destroyed. Where that is no terminal, it is silent or writes a line, at most every five seconds.
class Progress {
public:
    using Clock = std::chrono::steady_clock;

    explicit Progress(WithoutTerminal told = WithoutTerminal::kNothing);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// `fraction` in [0, 1]; `what` is being done.
    void show(double fraction, std::string_view what, Clock::time_point now = Clock::now());

private:
    Clock::time_point started_;
    Clock::time_point shown_;
    bool is_terminal_;
    bool is_silent_;
    bool is_drawn_ = false;
};

}  // namespace causeway::report
