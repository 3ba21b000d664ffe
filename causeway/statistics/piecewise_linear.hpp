/// A table of measured points with straight lines between them.
#pragma once

#include <span>
#include <vector>

namespace causeway::statistics {

/// A function of one variable given by points; immutable.
///
/// Between two points it is linear. Before the first point it is the first value; beyond the last
/// it follows the line through the last two points (Kielmann's rule), never downwards: no message
/// gets cheaper by being longer than every measured one. One point makes a constant.
class PiecewiseLinear {
public:
    struct Point {
        double x = 0.0;
        double y = 0.0;
        friend bool operator==(const Point&, const Point&) = default;
    };

    /// The constant 0.
    PiecewiseLinear() : PiecewiseLinear(0.0) {}
    explicit PiecewiseLinear(double constant) : points_{{0.0, constant}} {}
    /// `points`: at least one, x strictly increasing (asserted; readers check before).
    explicit PiecewiseLinear(std::vector<Point> points);

    [[nodiscard]] double operator()(double x) const;

    [[nodiscard]] std::span<const Point> points() const { return points_; }
    [[nodiscard]] bool is_constant() const { return points_.size() == 1; }

    friend bool operator==(const PiecewiseLinear&, const PiecewiseLinear&) = default;

private:
    std::vector<Point> points_;
};

}  // namespace causeway::statistics
