/// When messages arrived, as seen by a process that may not have been running then.
#pragma once

#include <vector>

namespace causeway::discovery {

/// A process finds messages when it looks for them. Those that it finds at once have come since it looked last, at one
/// moment or another: they are taken to have come evenly spread over that time. So a process that was kept from running
/// does not make a link seem faster than it is. Times are seconds, ascending.
class Arrivals {
public:
    /// From `begin` on messages are looked for.
    explicit Arrivals(double begin) : looked_(begin) {}

    /// At `now` `count` more messages are found, 0 or more.
    void look(double now, int count);

    /// One of each message.
    [[nodiscard]] const std::vector<double>& times() const { return times_; }

private:
    double looked_;
    std::vector<double> times_;
};

}  // namespace causeway::discovery
