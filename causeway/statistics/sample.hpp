/// Summaries of repeated measurements that a few outliers cannot spoil.
#pragma once

#include <cstddef>
#include <vector>

namespace causeway::statistics {

/// Order statistics of a sample, in the unit of its values.
struct Summary {
    std::size_t count = 0;
    double minimum = 0.0;
    double median = 0.0;
    double maximum = 0.0;
    /// Distribution-free interval that covers the true median with at least 95 % probability (from
    /// order statistics, binomial with p = 1/2); with fewer than 6 values [minimum, maximum].
    double median_low = 0.0;
    double median_high = 0.0;
    /// Values more than 3 scaled median absolute deviations away from the median.
    std::size_t outliers = 0;
};

/// Requires a non-empty sample.
[[nodiscard]] Summary summarise(std::vector<double> sample);

/// The middle value, or the mean of the two middle ones. Requires a non-empty sample.
[[nodiscard]] double median(std::vector<double> sample);

}  // namespace causeway::statistics
