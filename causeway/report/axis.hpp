/// One axis of a figure: from values to pixels, with round numbers to write beside it.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace causeway::report {

/// What an axis covers.
struct Span {
    double least = 0.0;
    double most = 0.0;
};

/// The span of all finite `values`, widened where it would be empty; 0 to 1 where there is none.
[[nodiscard]] Span span_of(std::span<const double> values);

struct Tick {
    double value = 0.0;
    std::string label;
};

/// A linear scale from `covers` to the pixels from `first` (at least) to `last` (at most).
class Axis {
public:
    Axis(Span covers, double first, double last) : covers_(covers), first_(first), last_(last) {}

    [[nodiscard]] double pixel(double value) const {
        return first_ + (value - covers_.least) / (covers_.most - covers_.least) * (last_ - first_);
    }
    [[nodiscard]] Span covers() const { return covers_; }

    /// Multiples of 1, 2 or 5 times a power of ten, about `wanted` of them, all within the span.
    [[nodiscard]] std::vector<Tick> ticks(int wanted) const;

private:
    Span covers_;
    double first_;
    double last_;
};

/// `covers` widened to the ticks that lie around it.
[[nodiscard]] Span rounded_out(Span covers, int wanted);

}  // namespace causeway::report
