#include "causeway/statistics/piecewise_linear.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace causeway::statistics {

PiecewiseLinear::PiecewiseLinear(std::vector<Point> points) : points_(std::move(points)) {
    assert(!points_.empty());
    assert(std::adjacent_find(points_.begin(), points_.end(),
                              [](const Point& a, const Point& b) { return a.x >= b.x; }) == points_.end());
}

double PiecewiseLinear::operator()(double x) const {
    if (x <= points_.front().x || points_.size() == 1) {
        return points_.front().y;
    }
    const Point& last = points_.back();
    if (x >= last.x) {
        const Point& before = points_[points_.size() - 2];
        const double slope = (last.y - before.y) / (last.x - before.x);
        return last.y + std::max(0.0, slope) * (x - last.x);
    }
    const auto right =
        std::upper_bound(points_.begin(), points_.end(), x, [](double value, const Point& p) { return value < p.x; });
    const auto left = right - 1;
    return left->y + (right->y - left->y) * ((x - left->x) / (right->x - left->x));
}

}  // namespace causeway::statistics
