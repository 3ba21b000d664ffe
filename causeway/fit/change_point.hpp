/// The size up to which things are one way, and above which another.
#pragma once

#include "causeway/base/units.hpp"

#include <map>

namespace causeway::fit {

class ChangePoint {
public:
    /// How badly each way explains what was measured of a size: >= 0, additive.
    struct Misses {
        double below = 0.0;  ///< the way of sizes up to the change
        double above = 0.0;
    };

    void add(Bytes size, Misses misses) { by_size_[size] = misses; }

    [[nodiscard]] bool empty() const { return by_size_.empty(); }

    /// The size behind which the change lies, for the least sum of misses; 0 if all sizes are above it. The largest one
    /// that was added says that there is no change.
    [[nodiscard]] Bytes best() const {
        double total = 0.0;
        for (const auto& [size, misses] : by_size_) {
            total += misses.above;
        }
        double least = total;
        Bytes result(0);
        for (const auto& [size, misses] : by_size_) {
            total += misses.below - misses.above;
            if (total < least) {
                least = total;
                result = size;
            }
        }
        return result;
    }

    /// The next larger size that was added; `size` itself if there is none.
    [[nodiscard]] Bytes after(Bytes size) const {
        const auto next = by_size_.upper_bound(size);
        return next == by_size_.end() ? size : next->first;
    }

private:
    std::map<Bytes, Misses> by_size_;
};

}  // namespace causeway::fit
