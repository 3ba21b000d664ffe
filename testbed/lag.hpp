/// How far the emulation lagged behind the due times: a histogram with geometric classes.
#pragma once

#include "causeway/base/units.hpp"

#include <array>
#include <cstdint>

namespace causeway::testbed {

class LagHistogram {
public:
    /// Classes grow by a tenth each, from 1 microsecond to minutes.
    static constexpr std::size_t kNumClasses = 200;
    using Counts = std::array<std::int64_t, kNumClasses>;

    LagHistogram() = default;
    explicit LagHistogram(const Counts& counts) : counts_(counts) {}

    void add(Seconds lag);

    [[nodiscard]] std::int64_t count() const;
    /// The upper end of the class below which a share `fraction` of all entries lies; 0 if empty.
    /// `quantile(1)` is the largest.
    [[nodiscard]] Seconds quantile(double fraction) const;
    [[nodiscard]] const Counts& counts() const { return counts_; }

    /// What was added since `earlier`, a former state of the same histogram.
    [[nodiscard]] LagHistogram since(const LagHistogram& earlier) const;

private:
    Counts counts_{};
};

}  // namespace causeway::testbed
