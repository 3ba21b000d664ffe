/// The resources of a simulation: each serves one transfer at a time, first come, first served.
#pragma once

#include "causeway/base/paged_vector.hpp"
#include "causeway/model/network_model.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace causeway::simulate {

class Resources {
public:
    explicit Resources(int count) : free_at_(static_cast<std::size_t>(count)) {}

    /// Holds what the stage needs, as model::Stage says, at the earliest when it is asked for. Returns the time when it
    /// has taken all.
    double hold(const model::Stage& stage, bool is_first, double asked_for) {
        const std::span<const model::Hold> holds = stage.held();
        double start = asked_for;
        for (const model::Hold& hold : holds.first(is_first ? holds.size() : 0)) {
            start = std::max(start, free_at(hold));
        }
        for (const model::Hold& hold : holds) {
            start = std::max(start, free_at(hold));
            free_at(hold) = start + hold.duration.value();
        }
        return start;
    }

private:
    [[nodiscard]] double& free_at(const model::Hold& hold) { return free_at_[static_cast<std::size_t>(hold.resource)]; }

    base::PagedVector<double> free_at_;  ///< [resource]
};

}  // namespace causeway::simulate
