/// The resources of a simulation: each serves one transfer at a time, first come, first served.
#pragma once

#include "causeway/base/paged_vector.hpp"
#include "causeway/model/network_model.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::simulate {

class Resources {
public:
    explicit Resources(int count) : free_at_(static_cast<std::size_t>(count)) {}

    /// Holds what the stage needs, from the time when all of it is free, at the earliest when it is asked for. Returns
    /// that time.
    double hold(const model::Stage& stage, double asked_for) {
        double start = asked_for;
        for (std::size_t h = 0; h < stage.num_holds; ++h) {
            start = std::max(start, free_at_[static_cast<std::size_t>(stage.holds[h].resource)]);
        }
        for (std::size_t h = 0; h < stage.num_holds; ++h) {
            const model::Hold& hold = stage.holds[h];
            free_at_[static_cast<std::size_t>(hold.resource)] = start + hold.duration.value();
        }
        return start;
    }

private:
    base::PagedVector<double> free_at_;  ///< [resource]
};

}  // namespace causeway::simulate
