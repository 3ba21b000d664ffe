/// A progress bar for what takes more than two seconds, on a terminal only.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace causeway::report {

/// Draws on the standard error, from two seconds after its construction on, at most ten times a second; is
/// silent when that is not a terminal. Wipes itself away when destroyed.
class Progress {
public:
    Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    /// `fraction` in [0, 1]; `what` is being done.
    void show(double fraction, std::string_view what);

private:
    std::chrono::steady_clock::time_point started_;
    std::chrono::steady_clock::time_point drawn_;
    bool is_terminal_;
    bool visible_ = false;
};

}  // namespace causeway::report
