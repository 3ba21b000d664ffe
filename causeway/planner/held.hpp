/// What messages take whose order nobody looks at.
#pragma once

#include "causeway/base/paged_vector.hpp"
#include "causeway/base/units.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/planner/busiest_time.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::planner {

/// How long resources are held, and the longest message.
class Held {
public:
    explicit Held(const model::GridPlogp& model)
        : model_(model), seconds_(static_cast<std::size_t>(model.num_resources())) {}

    /// A message. `times(number)`: how often the resource of that number is held so long.
    template <typename Times>
    void add(int from, int to, Bytes size, const Times& times) {
        const model::Occupation occupation = model_.occupation(from, to, size);
        longest_ = std::max(longest_, occupation.unhindered());
        for_each_hold(occupation, [&](const model::Hold& hold) {
            seconds_[static_cast<std::size_t>(hold.resource)] += times(hold.resource) * hold.duration.value();
        });
    }

    [[nodiscard]] Seconds time() const { return Seconds(seconds_.largest()) + longest_; }

private:
    const model::GridPlogp& model_;
    base::PagedVector<double> seconds_;  ///< [resource]
    Seconds longest_;
};

}  // namespace causeway::planner
