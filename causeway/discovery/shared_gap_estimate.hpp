/// Do messages of many processes get in each other's way? From trains of messages around a ring of processes.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <span>
#include <vector>

namespace causeway::discovery {

/// Messages that each process sends to the next, all processes at once; a longer and a shorter train tell what a
/// message adds.
struct Trains {
    Bytes size;
    int shorter = 0;  ///< messages
    int longer = 0;   ///< messages
};

/// Over the message size, the least time between two messages of all processes together (Plogp::shared_gap).
class SharedGapEstimate {
public:
    /// How often each train is run.
    static constexpr int kRepetitions = 3;

    /// `num_processes`: two at least.
    SharedGapEstimate(int num_processes, Seconds budget) : num_processes_(num_processes), budget_(budget) {}

    /// The trains to run next; nothing once all sizes are measured, or two of them and the next would take longer than
    /// there is time.
    [[nodiscard]] std::optional<Trains> next() const;

    /// What each run of the next trains took; one at least of both.
    void add(std::span<const Seconds> shorter, std::span<const Seconds> longer);

    /// By what was added so far, at least one size; grows with the message.
    [[nodiscard]] statistics::PiecewiseLinear gap() const { return statistics::PiecewiseLinear(points_); }

private:
    int num_processes_;
    Seconds budget_;
    Seconds used_;
    Seconds last_;  ///< for the size before
    std::vector<statistics::PiecewiseLinear::Point> points_;
};

/// `shared_gap` if `num_processes` processes that all send at once are slowed down by it beyond their own gaps;
/// otherwise nothing.
[[nodiscard]] std::optional<statistics::PiecewiseLinear> if_it_matters(const statistics::PiecewiseLinear& shared_gap,
                                                                       const platform::Plogp& plogp, int num_processes);

}  // namespace causeway::discovery
